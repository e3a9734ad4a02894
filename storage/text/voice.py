"""The voice of a relation in English words: one form for "manages", "is managing" and, turned round, "is managed by".

Only what the words make sure is brought to that form. What is over ("lived in"), denied or only possible stays another
relation, kept as worded; so do states that look like passives ("is married to", "is based in").
"""

from __future__ import annotations

import re

from .verbs import base_of_ing, base_of_participle, base_of_past, base_of_third, third_person, word_set

PREPOSITIONS = (
    "in|at|on|for|with|to|from|about|under|near|into|onto|after|against|through|over|up|out|off|by|as|alongside|beside"
    "|towards?|around|across|behind|between|within|without|during|before|since|via|inside|outside|among"
)
_HERE = re.compile(r"^(?:(?:is|are) being|is getting|keeps getting|am|is|are|'s|being|gets|get)\s+(?=\S)")
_OVER = re.compile(r"^(?:(?:was|were) being|(?:has|have|had|'s) been|has gotten|was|were|been|got)\s+(?=\S)")
_HAS = re.compile(r"^(?:has|have|had|'ve)\s+(?:(?:already|just|also|since)\s+)?(?=\S)")
_DETERMINER = r"(?:an?|the|one|his|her|their|its|my|our|your)"
_ARTICLE = re.compile(rf"^(?:(?:is|are|am|'s)\s+)?{_DETERMINER}\s+(?=\S)")
_NOW = re.compile(r"^((?:(?:is|are|am|has|have)\s+)?)(?:currently|presently|now|still|nowadays)\s+(?=\S)")
_BY = re.compile(r"^(?P<verb>[a-z]+)(?P<rest>(?:\s+[a-z']+){0,3})\s+by$")
_NOUN_OF = re.compile(rf"^(?:(?:is|are|am|'s)\s+)?(?P<det>{_DETERMINER}\s+)?(?P<noun>[a-z][a-z' -]*?)\s+of$")
_HAS_NOUN = re.compile(r"^(?:has|have)\s+(?:an?\s+|the\s+)?(?P<noun>[a-z][a-z -]*)$")
_LAST_PREPOSITION = re.compile(rf"\s(?:{PREPOSITIONS})$")
_NO_NOUN = re.compile(r"\b(?:to|not|been|no|never|got|had)\b")

_FRAME = re.compile(
    rf"^(?P<verb>(?!is\b|are\b|was\b|has\b|have\b)[a-z]+)\s+(?P<det>{_DETERMINER}\s)?\s*(?P<inner>\S.*?)\s+(?P<last>{PREPOSITIONS})$"
)
_DOER = re.compile(r"^(?P<stem>[a-z]{2,}?)(?:er|or)$")
# What stands inside of a clause and not of a noun: "is located in the continent of" says nothing from the other side.
_JOINED = re.compile(rf"\s(?:{PREPOSITIONS}|the|an?)\s")

# Adjectives and adverbs before "of", which say nothing from the other side.
_ADJECTIVES = word_set(
    "fond aware afraid proud tired sick capable full sure certain free short guilty jealous envious scared ashamed weary "
    "wary critical supportive worthy independent ahead instead because out inside outside north south east west "
    "northeast northwest southeast southwest upstream downstream in within typical characteristic made conscious hopeful "
    "suspicious protective possessive considerate bereft devoid deserving unaware incapable fearful mindful ignorant "
    "born late composed think dream hear consist approve speak know die smell taste beware dispose tell complain remind "
    "cure rid warn accuse"
)
# Who stands so to somebody: "deputy to Kaur" and "vet for the farm" are "deputy of", "vet of". A visit to, a job at are not.
_ROLES = word_set(
    "assistant deputy secretary mentor tutor coach boss manager adviser advisor supervisor uncle aunt brother sister mother "
    "father wife husband heir successor godmother godfather guardian stepmother stepfather neighbour neighbor landlord "
    "tenant apprentice vet doctor dentist lawyer accountant trainer teacher nanny babysitter carer agent translator "
    "proofreader contact midwife physiotherapist therapist counsellor understudy "
    "ambassador envoy"
)
# States: their past says that it is over, so it is not the relation that holds; their perfect tells neither.
STATES = word_set(
    "live reside dwell stay work own have possess like love hate prefer need want belong know believe use rent earn weigh "
    "cost report play wear drive smoke keep lead speak serve lodge board sleep share run head chair occupy "
    "inhabit lease employ house lie stand contain enjoy dislike fear trust depend lack study attend practise practice"
)
# Bases that no noun shares: taken as verbs alone. The second line only before a preposition: "work for", not "work".
_VERBS = word_set(
    "manage teach hire employ write sell build know choose beat give take make buy bring catch keep leave lend send spend "
    "lose meet win begin sing speak own maintain found invent compose create produce direct publish perform develop "
    "recruit recommend introduce supervise oversee marry adopt raise appoint elect nominate advise instruct train "
    "represent replace succeed precede borrow rent prefer enjoy love hate dislike eat wear ride grow "
    "attend belong depend include contain require"
)
VERBS_WITH = _VERBS | word_set(
    "work live play report move study drive run stay reside sleep travel commute swim fish box train sign serve volunteer "
    "sit stand go come fall listen talk speak look apply subscribe respond suffer retire graduate work ship run lie "
    "collaborate compete act shop bank vote worship camp park operate specialise specialize major date dance sing pay "
    "share rely agree deal care connect lead teach write meet"
)
# Adjectives that stand before a preposition with or without "is".
_STATE_WORDS = re.compile(
    r"^(?:fond|allergic|intolerant|afraid|scared|interested|related|similar|close|addicted|devoted|dedicated|subscribed|"
    r"associated|affiliated|named after|called after|responsible|good|bad|famous|known|vaccinated|insured|enrolled|"
    r"registered|certified|qualified|fluent|proficient|involved|obsessed|angry|friendly|engaged|opposed|connected|attached"
    rf"|accustomed|proud|tired|aware|capable|full|jealous)\s+(?:of|{PREPOSITIONS})$"
)


def frame(wording: str) -> tuple[str, str] | None:
    """A folded wording without the one it has inside, and who that is: "introduces Beatriz to" as "introduces to" and
    "beatriz"; nobody where an article says that it is one ("introduces the tutor to"). None where nothing is inside."""
    found = _FRAME.match(wording)
    return (f"{found['verb']} {found['last']}", "" if found["det"] else found["inner"]) if found else None


def english_step(text: str) -> tuple[str, bool]:
    """A folded wording one step nearer to its one form, and whether that says it from the other side.

    The wording itself, unturned, where nothing is left to do.
    """
    if text != (plain := _NOW.sub(r"\1", text)):
        return plain, False
    for rule in (_passive, _noun, _having, _verb):
        if (found := rule(text)) and found != (text, False):
            return found
    return text, False


def _passive(text: str) -> tuple[str, bool] | None:
    """ "is mentored by" as "mentors", turned. Only with "by": other participles are states."""
    over = bool(_OVER.match(text))
    phrase = _BY.match(_HERE.sub("", _OVER.sub("", text)))
    base = base_of_participle(phrase["verb"]) if phrase else ""
    if not phrase or not base or (over and base in STATES) or re.search(r"\b(?:not|been)\b", phrase["rest"]):
        return None
    return third_person(base) + phrase["rest"], True


def _noun(text: str) -> tuple[str, bool] | None:
    """ "is the sister of" and "deputy to" as "sister" and "deputy", turned; "his coach" as "coach"."""
    if role := re.match(r"^(?:(?:is|are)\s+)?(?:the\s+|an?\s+)?(?P<noun>[a-z-]+)\s+(?:to|for)$", text):
        return (role["noun"], True) if role["noun"] in _ROLES else _state(text)
    if found := _NOUN_OF.match(text):
        return (found["noun"], True) if found["det"] or _is_noun(found["noun"], text) else _state(text)
    if (bare := _ARTICLE.sub("", text)) != text:
        return bare, False
    return _state(text)


def _is_noun(phrase: str, text: str) -> bool:
    """Whether what stands before "of" is a noun: neither an adjective nor a verb, as far as spelling shows."""
    first, last = phrase.split()[0], phrase.split()[-1]
    if {first, last} & _ADJECTIVES or re.search(r"(?:[^s]s|ed|ing|ful|able|ible|ous)$", last):
        return False
    if _JOINED.search(phrase.replace(" in law", "")):
        return False
    if re.match(r"(?:was|were|used|has|have|had|not|never|no|formerly|once|former)\b", phrase):
        return False
    return not (base_of_past(last) and not re.match(r"(?:is|are)\s", text))


def _state(text: str) -> tuple[str, bool] | None:
    """ "allergic to" as "is allergic to"."""
    return ("is " + text, False) if _STATE_WORDS.match(text) else None


def _having(text: str) -> tuple[str, bool] | None:
    """ "has managed" as "manages", "has a daughter" as "daughter"."""
    if verb := _HAS.match(text):
        first, *rest = text[verb.end() :].split()
        if base := base_of_participle(first):
            return (_third(base, rest), False) if base not in STATES and _stands(rest) else None
    if (noun := _HAS_NOUN.match(text)) and not _NO_NOUN.search(noun["noun"]) and not text.startswith("had"):
        return (noun["noun"], False) if not _LAST_PREPOSITION.search(text) else None
    return None


def _verb(text: str) -> tuple[str, bool] | None:
    """ "manage", "managed", "is managing" as "manages", with what follows the verb."""
    if (running := re.match(r"^(?:is|are|am|'s|was|were)\s+(?P<verb>[a-z]+ing)(?P<rest>(?:\s.*)?)$", text)) and (
        base := base_of_ing(running["verb"])
    ):
        over = text.startswith("w") and base in STATES
        return (third_person(base) + running["rest"], False) if not over else None
    first, *rest = text.split() or [""]
    if not _stands(rest) or rest == ["by"]:
        return None
    if (past := base_of_past(first)) and first not in _VERBS:
        return (_third(past, rest), False) if past not in STATES else None
    if first in (VERBS_WITH if rest else _VERBS):
        return _third(first, rest), False
    if (base := base_of_third(first)) != first and base in VERBS_WITH and third_person(base) != first:
        return _third(base, rest), False
    return None


def _stands(rest: list[str]) -> bool:
    """Whether what follows a verb is nothing, or ends where an object is to come, so that the first word is a verb."""
    return not rest or bool(re.fullmatch(PREPOSITIONS, rest[-1]))


def _third(base: str, rest: list[str]) -> str:
    return " ".join((third_person(base), *rest))


def doers(name: str) -> tuple[str, ...]:
    """The verbs whose doer a noun may name, in their one form: "creator" may be who "creates"."""
    found = _DOER.match(name)
    if not found:
        return ()
    stem, bases = found["stem"], [found["stem"], found["stem"] + "e"]
    if len(stem) > 2 and stem[-1] == stem[-2]:
        bases.append(stem[:-1])
    return tuple(dict.fromkeys(third_person(base) for base in bases))
