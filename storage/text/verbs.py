"""English verbs: from any form to the base and to the form a relation is kept under, he or she *does* it.

Spelling decides, with small tables for what spelling cannot tell. Nothing here knows whether a word is a verb at all:
callers ask only where the words around it say so.
"""

from __future__ import annotations

import re
from functools import lru_cache


def word_set(words: str) -> frozenset[str]:
    """The words of a table written with spaces between them."""
    return frozenset(words.split())


# base, past, participle; the past is left out where it is the participle. Verbs people say of people, work and things.
_IRREGULAR = (
    "teach taught|write wrote written|sell sold|build built|know knew known|choose chose chosen|lead led|beat beat beaten"
    "|drive drove driven|see saw seen|give gave given|take took taken|make made|buy bought|bring brought|catch caught"
    "|think thought|seek sought|fight fought|tell told|say said|hold held|keep kept|leave left|lend lent|send sent"
    "|spend spent|lose lost|pay paid|lay laid|meet met|feed fed|find found|win won|run ran run|begin began begun"
    "|sing sang sung|drink drank drunk|swim swam swum|speak spoke spoken|break broke broken|steal stole stolen"
    "|wear wore worn|bear bore borne|tear tore torn|swear swore sworn|draw drew drawn|grow grew grown|throw threw thrown"
    "|fly flew flown|show showed shown|eat ate eaten|fall fell fallen|forget forgot forgotten|get got gotten|go went gone"
    "|do did done|come came come|become became become|overcome overcame overcome|rise rose risen|ride rode ridden"
    "|hide hid hidden|bite bit bitten|forgive forgave forgiven|undertake undertook undertaken|oversee oversaw overseen"
    "|understand understood|stand stood|sleep slept|sweep swept|feel felt|deal dealt|mean meant|learn learnt|dream dreamt"
    "|spell spelt|light lit|shoot shot|hang hung|stick stuck|strike struck|breed bred|bleed bled|sit sat|rebuild rebuilt"
    "|have had|wake woke woken|freeze froze frozen|shake shook shaken|mistake mistook mistaken|shear sheared shorn"
    "|weave wove woven|forbid forbade forbidden|wind wound|bind bound|grind ground|spin spun|cling clung|dig dug|lean leant"
    "|slay slew slain|tread trod trodden|strive strove striven|forsake forsook forsaken|beget begot begotten|arise arose arisen"
)
_BASES = {"pasts": dict[str, str](), "participles": dict[str, str]()}
for _forms in _IRREGULAR.split("|"):
    _base, _past, *_rest = _forms.split()
    _BASES["pasts"].setdefault(_past, _base)
    _BASES["participles"].setdefault(_rest[0] if _rest else _past, _base)
# Verbs that do not change: taken as participles only, since their past is also their base.
_BASES["participles"] |= {
    v: v for v in word_set("put set cut hit let read cost hurt shut split spread bid cast broadcast")
}
_THIRD = {"have": "has", "do": "does", "go": "goes", "undergo": "undergoes"}
_SHORT = 3  # letters: "is", "was" and "his" are no forms of a verb in s
_FROM_THIRD = {third: base for base, third in _THIRD.items()}
_NOT_PAST = word_set(
    "bed red bleed breed creed deed feed greed heed indeed need reed seed shed sled speed steed weed wed exceed proceed "
    "succeed hundred kindred naked sacred wicked embed shred sped fled bred led fed rugged aged"
)
_NOT_ING = word_set(
    "king ring wing thing string spring sing bring sling sting swing cling fling evening morning ceiling sibling during "
    "something nothing anything everything being"
)
# Bases that end in a silent e, or not, against what the spelling of their stem says.
_MUTE_E = word_set(
    "create invite unite cite ignite incite recite excite delete compete complete explore ignore restore adore interfere "
    "adhere owe dye phone clone postpone breathe bathe guide welcome bore score store taste waste paste haste manage change "
    "range arrange exchange challenge avenge lounge plunge tie die lie vie hie belie untie suicide file profile compile "
    "pioneere site white note quote pole rote dote agree disagree guarantee referee free flee"
)
_NO_E = word_set(
    "visit edit audit exit limit credit inherit benefit deposit exhibit inhabit prohibit submit permit recruit profit "
    "orbit solicit elicit pilot pivot develop gallop envelop market target budget interpret comfort debut focus bias "
    "canvas chorus gas bus bang hang belong long wrong ring quiet diet poison reason season person abandon captain "
    "cannon ransom custom fathom blossom label model total travel cancel signal rival equal shovel level channel panel "
    "fuel excel control enrol patrol orphan plan scan pardon function mention question station partition position "
    "condition commission mirror answer tutor sponsor author mentor monitor factor doctor anchor honor favor labor "
    "harbor vector rumor murmur sugar collar pillar orbit worship gossip fillip scallop wallop bishop ballot riot "
    "trip ship equip format combat repeat treat heat seat cheat defeat beat coat float boat edit vomit forfeit transit "
    "transmit commit omit admit refit outfit knit fit sit hit bigot allot summit habit rabbit spirit merit"
)
_PREFIX = re.compile(r"^(?:over|under|out|re|fore|with|up|mis|un|be|inter|proof)(?=[a-z]{3})")


def third_person(base: str) -> str:
    """The form of a base with he, she or it: manage → manages, teach → teaches, carry → carries."""
    if base in _THIRD:
        return _THIRD[base]
    if re.search(r"(?:[sxz]|ch|sh)$", base):
        return base + ("zes" if re.search(r"[aiu]z$", base) and len(base) <= 4 else "es")
    if re.search(r"[^aeiou]y$", base):
        return base[:-1] + "ies"
    return base + "s"


def base_of_third(form: str) -> str:
    """The base of a form with he, she or it; the word itself where it is no such form."""
    if form in _FROM_THIRD:
        return _FROM_THIRD[form]
    if form.endswith("ies") and len(form) > 4:
        return form[:-3] + "y"
    if re.search(r"(?:ss|x|zz|ch|sh)es$", form):
        return form[:-2]
    if re.search(r"[^su]s$", form):
        return form[:-1]
    return form


def plain_form(wording: str) -> str:
    """A wording of a relation with its verb as a dictionary has it: "relishes" as "relish", "lives in" as "live in"."""
    first, gap, rest = wording.partition(" ")
    known = first in _FROM_THIRD or (len(first) > _SHORT and first.isascii())
    return base_of_third(first) + gap + rest if known else wording


def past_of(base: str) -> str:
    """The past tense of a base: write → wrote, live → lived, stop → stopped where the base is one short syllable."""
    for past, known in _BASES["pasts"].items():
        if known == base:
            return past
    if base.endswith("e"):
        return base + "d"
    if re.search(r"[^aeiou]y$", base):
        return base[:-1] + "ied"
    return base + (base[-1] if re.fullmatch(r"[^aeiou]*[aeiou][bdgklmnprt]", base) else "") + "ed"


@lru_cache(maxsize=4096)
def base_of_past(form: str) -> str:
    """The base of a past tense, wrote or mentored; empty where the word is none."""
    return _irregular("pasts", form) or _regular(form)


@lru_cache(maxsize=4096)
def base_of_participle(form: str) -> str:
    """The base of a past participle, written or mentored; empty where the word is none."""
    return _irregular("participles", form) or _regular(form)


def _irregular(forms: str, form: str) -> str:
    """The base of a form in the table, also behind a prefix: overthrown, beset, rewritten."""
    if known := _BASES[forms].get(form):
        return known
    stem = _PREFIX.sub("", form)
    base = _BASES[forms].get(stem, "") if stem != form else ""
    return form[: len(form) - len(stem)] + base if base else ""


@lru_cache(maxsize=4096)
def base_of_ing(form: str) -> str:
    """The base of a present participle, writing or mentoring; empty where the word is none."""
    stem = form[:-3]
    if not form.endswith("ing") or form in _NOT_ING or not re.search(r"[aeiouy]", stem) or not form.isalpha():
        return ""
    irregular = {"lying": "lie", "dying": "die", "tying": "tie", "vying": "vie"}
    known = {*_BASES["pasts"].values(), *_BASES["participles"].values()}
    for base in (stem, stem + "e", stem[:-1] if stem[-1:] == stem[-2:-1] else stem):
        if base in known:
            return base
    return irregular.get(form) or _base_of_stem(stem)


def _regular(form: str) -> str:
    if form in _NOT_PAST or not form.endswith("ed") or not form.isalpha() or not re.search(r"[aeiouy]", form[:-2]):
        return ""
    if form.endswith("ied"):
        return form[:-1] if len(form) <= 4 or form[:-1] in _MUTE_E else form[:-3] + "y"
    return form[:-1] if form[:-1] in _MUTE_E else _base_of_stem(form[:-2])


def _base_of_stem(stem: str) -> str:
    """The base of what stands before -ed or -ing: doubled letters halved, a silent e put back."""
    if stem in _NO_E or stem + "e" in _MUTE_E:
        return stem if stem in _NO_E else stem + "e"
    last = stem[-1:]
    if len(stem) > 2 and last == stem[-2] and last not in "aeou":
        return stem[:-1] if stem[:-1] in _NO_E or not _keeps_double(stem) else stem
    return stem + "e" if _wants_e(stem.replace("qu", "qw")) else stem


def _keeps_double(stem: str) -> bool:
    syllables = len(re.findall(r"[aeiouy]+", stem))
    return (
        stem[-1] in "sfz"
        or stem == "add"
        or (stem[-1] == "l" and (syllables < 2 or stem.endswith(("all", "ill", "oll", "ull"))))
    )


def _wants_e(stem: str) -> bool:
    """Whether a stem as English spells it lost a silent e: manag, hir, organiz, but not mentor, visit, coach."""
    if re.search(r"(?:[vcsuz]|[dlr]g|[bcdfgkpstz]l)$", stem):
        return True
    if not re.search(r"(?:^|[^aeiou])[aeiouy][bdgklmnprt]$", stem):  # two vowels, or two consonants, ask for none
        return False
    syllables = len(re.findall(r"[aeiouy]+", stem))
    if re.search(r"(?:e[rnlt]|[ai]t|al|on|an|or|y.)$", stem) and syllables > 1:
        return stem.endswith("at")
    return True
