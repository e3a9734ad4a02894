"""A statement read for comparison: of whom it speaks, its words in one form, its values, and what it tells of change."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import snowballstemmer

from ..text.englishwords import MONTHS, WEEKDAYS
from .cues import CUES, DOUBLE, IDLE, NEGATION, STEADY
from .kinds import KIN, KINDS, SYNONYMS
from .states import RELATIONS, STATES
from .values import Value, digits, values

_LONGEST = 2_000  # characters read; what is longer is no single statement
_HAN = re.compile(r"[\u3400-\u9fff]+")
_WORD = re.compile(r"[a-zà-öø-ÿ][a-zà-öø-ÿ0-9]*(?:[-_.@/][a-z0-9à-ÿ]+)*[+#]*|\d[\w.-]*[a-z_][\w-]*")
_EMPTY = frozenset(
    """a an the is are was were be been being am do does did doing have has had having i you he she it we they me him
    her us them my your his its our their mine yours hers ours theirs of in on at to for from by with about into and
    or but if so as than then that this these those there here what which who whom whose when where why how will would
    can could should may might must not no yes s t d ll re ve m any some ever also just very really quite too only
    up out off down over back again now since because after before until till during per each every all more most
    much many few lot lots one user says said mentioned told asked got get gets getting go goes going went gone make
    makes made take takes took taken put puts let come comes came thing things way still always usually often never
    well good new old little big last next first day today yesterday week month year time times ago bit same own
    around through under between against without within onto upon another other another's own such both either isn
    don doesn didn wasn weren aren hasn haven hadn won couldn wouldn shouldn ain""".split()
)
_HAN_EMPTY = re.compile(
    r"[的了是在有和与跟就都也还又很把被给让对从到向为于着过吧呢吗啊个这那其该此之而及或等将会要能可以我你他她它们每上下里中外来去一已不没用户]"
)
_KIN_HAN = sorted((w for w in KIN if _HAN.match(w)), key=len, reverse=True)
_CONCEPT_HAN = re.compile("|".join(sorted((w for w in SYNONYMS if _HAN.match(w)), key=len, reverse=True)))
_KIND = {
    kind: re.compile("|".join(rf"(?<![a-z0-9])(?:{n})(?![a-z])" if n.isascii() else n for n in names.split("|")))
    for kind, names in KINDS.items()
}
_CONCEPTS = frozenset(SYNONYMS.values())
_PRODUCTS = frozenset(name for names in KINDS.values() for name in names.split("|"))
_SURNAMES = (
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏"
    "钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文霍佟"
)
_AFTER_NAME = r"(?=是|的|在|也|又|对|把|被|从|去|要|喜|讨|最|现|已|不|爱|养|住|每|上|下|调|分|说|有|会|用|吃|喝|和|跟|今|负|,|，|$)"
_HAN_NAME = re.compile(
    rf"[小老阿大](?!区|时|学|组|说|孩|师|家|板|婆|公|人|里|房|楼|了|号|型|概|约|部|量|多|门|厅|蒜|米|猫|狗|半|的|是|会|有|在|儿|女)[\u4e00-\u9fff]{_AFTER_NAME}"
    rf"|[{_SURNAMES}](?!年|月|天|日|周|末|上|下|里|龄|血|身|度|个|速|新|中|级|考|端|价|件|务|码|网|版|型|议|子)[\u4e00-\u9fff]{{1,2}}?{_AFTER_NAME}"
    rf"|[{_SURNAMES}](?:叔|姐|哥|老师|医生|大夫|经理|总|阿姨|师傅|教练|主任|工|姨|伯|爷)"
)
_LEADING_NAME = re.compile(r"[小老阿](?!区|时|学|组|说|孩|师|家|板|房|楼|号|型|鼠|猫|狗|是|会|有|在)[\u4e00-\u9fff]")
_INTRO = re.compile(
    r"^(?:(?:actually|correction|update|note|sorry|btw|fyi|hallelujah|finally|also|and|but|so|well|oh)\b[^a-z]*"
    r"|(?:correction from )?(?:the )?user(?: \w+)?(?::| (?:mentioned|says|said|told me|reports|announced)(?: that)?)\s*"
    r"|(?:from|on|in|after|since|as of|starting|before|for|at|over|during) [^,.:]{2,40}, "
    r"|(?:更正|纠正(?:一下)?|订正|修正|补充|注意|其实|奇怪|以后|现在|最近|今天|昨天|上周末?|上个?月|这周|这个月起|从.{1,6}起|因为.{1,12})[:：，,]?\s*)+"
)
_KNOWN = frozenset({"user", *KIN.values()})
_PRONOUN = {"he": "he", "she": "he", "they": "he", "his": "he", "her": "he", "their": "he", "it": "it", "its": "it"}
_SELF = frozenset("i i'm i've i'd i'll me my mine we we're we've we'll we'd our us user user's".split())
_EDGE = frozenset(
    """is was are were has have had 's will would can could can't isn't doesn't don't didn't hasn't haven't does did do
    and, to in on at for of with from""".split()
)


@dataclass(frozen=True, slots=True)
class Reading:
    """One statement. Words are stems and concepts; Chinese ones also pairs of characters, kept apart in `pairs`."""

    text: str
    agents: frozenset[str]  # of whom it speaks first: "user", kin, names; "he" stands for anybody
    sure: bool  # whether those are people for certain, not words a sentence begins with
    owners: frozenset[str]  # every person named anywhere
    order: tuple[str, ...]  # English words in their order, each in one form
    words: frozenset[str]
    names: frozenset[str]  # identifiers and proper names, persons aside
    pairs: frozenset[str]
    values: tuple[Value, ...]
    undone: tuple[Value, ...]  # values said not to hold: "not 11", "from 5"
    denied: frozenset[str]  # what is said not to hold, or no longer: "not X", "from X to"
    cues: frozenset[str]
    negative: bool
    states: frozenset[tuple[str, int]]
    relations: frozenset[tuple[str, int]]
    kinds: frozenset[tuple[str, str]]
    idle: bool  # states nothing that could clash
    start: str  # the first two characters of a Chinese one: mostly of what it speaks

    @property
    def kin(self) -> frozenset[str]:
        """The people named by what they are to somebody."""
        return self.owners & _KNOWN

    @property
    def called(self) -> frozenset[str]:
        """Everybody and everything named by a name."""
        return (self.owners | self.names) - _KNOWN


@functools.lru_cache(maxsize=1 << 17)
def stem(word: str) -> str:
    """A word in one form: its concept if it has one, else its English stem."""
    if found := SYNONYMS.get(word):
        return found
    stemmer: Any = snowballstemmer.stemmer("english")  # pyright: ignore[reportUnknownMemberType]
    short = str(stemmer.stemWord(word))
    return SYNONYMS.get(short, short)


@functools.lru_cache(maxsize=1 << 10)
def read(statement: str) -> Reading:
    """The reading of a statement; of one beyond 2,000 characters, of its beginning."""
    plain = unicodedata.normalize("NFKC", statement[:_LONGEST]).replace("’", "'").strip()
    text = digits(plain)
    telling = STEADY.sub(" ", text)
    found = values(text)
    tokens = [(m[0], m.start()) for m in _WORD.finditer(text)]
    capital, inner = _capitals(plain)
    agents, owners = _people(text, capital)
    order = tuple(stem(w) for w, _ in tokens if w.removesuffix("'s") not in _EMPTY and len(w) > 1)
    within = {w for v in found for w in _WORD.findall(v.words)}
    concepts = {SYNONYMS[m] for m in _CONCEPT_HAN.findall(text.replace("用户", " "))}
    names = {w for w, _ in tokens if _is_name(w, capital)} - owners | set(_QUOTED.findall(text))
    words = (frozenset(order) | concepts) - owners - {stem(o) for o in owners} - within
    return Reading(
        text=text,
        agents=frozenset(agents),
        sure=bool(agents) and all(a in _KNOWN or a in inner or not a.isascii() for a in agents),
        owners=frozenset(owners),
        order=order,
        words=frozenset(words),
        names=frozenset(names - within),
        pairs=frozenset(_pairs(text, owners)),
        values=tuple(v for v in found if not _UNDONE.search(text[: v.start])),
        undone=tuple(v for v in found if _UNDONE.search(text[: v.start])),
        denied=_denied(text),
        cues=frozenset(kind for kind, pattern in CUES.items() if pattern.search(telling)),
        negative=bool(NEGATION.search(DOUBLE.sub("", text))),
        states=frozenset(_states(text)),
        relations=frozenset(_matching(RELATIONS.items(), text.replace("用户", " "))),
        kinds=frozenset((kind, m) for kind, pattern in _KIND.items() for m in pattern.findall(text)),
        idle=bool(IDLE.search(text)),
        start=_start(text),
    )


def _start(text: str) -> str:
    body = _INTRO.sub("", text)
    return body[:2] if _HAN.fullmatch(body[:2]) and body[:2] != "用户" and not body.startswith("我") else ""


def _matching(patterns: Iterable[tuple[str, tuple[re.Pattern[str], ...]]], text: str) -> set[tuple[str, int]]:
    return {(name, side) for name, sides in patterns for side, pattern in enumerate(sides) if pattern.search(text)}


def _states(text: str) -> Iterator[tuple[str, int]]:
    """The sides of each group a text names; "does not like" is not also "like"."""
    for name, sides in STATES.items():
        spans = [(m.start(), m.end(), side) for side, pattern in enumerate(sides) for m in pattern.finditer(text)]
        for start, end, side in spans:
            if not any(a <= start and end <= b and (b - a) > (end - start) for a, b, other in spans if other != side):
                yield name, side


def _capitals(plain: str) -> tuple[frozenset[str], frozenset[str]]:
    """Words written with a capital that no sentence begins with, and those that begin one but look like a name."""
    inner = re.findall(r"(?<![.!?:。！？] )(?<!^)(?<![\w'-])([A-Z][\w.-]*[\w+#])", plain)
    first = re.findall(
        r"(?:^|[.!?:;] )([A-Z][a-zà-ÿ]+)(?='s|\s(?:is|was|has|and|will|can|(?:does|is|was|has|did|can|wo)n't|can't|never|no longer|now|also|still|\w+(?:s|ed)|sold|left|went|got|gave|took|put)\b)",
        plain,
    )
    full = re.findall(r"(?:^|[.!?:;] )([A-Z][a-zà-ÿ]+) (?=[A-Z][a-zà-ÿ]+)", plain)
    first += full
    plainly = {w for w in first if w.lower() not in _EMPTY and w.lower() not in SYNONYMS and w.lower() not in KIN}
    plainly = {w for w in plainly if not w.endswith(("ing", "ed", "s", "ly")) and w.lower() not in _OPENERS}
    months = {*MONTHS, *WEEKDAYS}
    surely = frozenset(w.lower() for w in {*inner, *full} if w.lower() not in months and w.lower() not in _EMPTY)
    return surely | {w.lower() for w in plainly if w.lower() not in months}, surely


def _is_name(word: str, capital: frozenset[str]) -> bool:
    return word in capital or bool(re.search(r"[\d_]|[a-z]-[a-z0-9]+-|\.\w{2,4}$", word))


# Words a sentence begins with, followed by what looks like a verb, that are no names.
_OPENERS = frozenset(
    """ask gave took sold left went told kept found lost bought call use send keep turn turns thanks please let nobody
    everybody everyone someone anyone nothing everything both term legal landlord management people customers doc hr
    payroll support south north east west finance marketing sales security dinner lunch breakfast traffic parking
    security legal head work life love money food water""".split()
)
_QUOTED = re.compile(r"[“「『《\"]([^”」』》\"]{1,20})[”」』》\"]")
_PERSON_NAME = re.compile(r"^[a-zà-öø-ÿ]+(?:-[a-zà-ÿ]+)?$")


def _people(text: str, capital: frozenset[str]) -> tuple[set[str], set[str]]:
    body = _INTRO.sub("", text)
    head = re.split(r"[,;:，；：。]| and | that | because ", body, maxsplit=1)[0]
    agents: set[str] = set()
    words = re.findall(r"[a-zà-öø-ÿ]+(?:'[a-z]+|-[a-z]+)*", head)[:5]
    for word in words:
        base = re.sub(r"'s$|'ve$|'m$|'re$|'d$|'ll$|s'$", "", word)
        person = _person(base, capital)
        if person is None:
            if base in ("the", "a", "my", "our", "and", "dr", "mrs", "mr", "ms", "professor", "old", "little", "both"):
                continue
            break
        if agents and "'s" not in previous and previous not in ("my", "our", "his", "her", "their", "the", "and"):
            break
        if person not in ("he",) or not agents:
            agents = (
                {person}
                if not agents or previous.endswith("'s") or previous in _SELF or previous in _PRONOUN
                else agents | {person}
            )
        previous = word
    start = _HAN.match(body)
    if not words or start:
        agents = _chinese_agents(body) or agents
    if start and not agents and (found := _LEADING_NAME.match(body)):
        agents = {found[0]}
    owners = {KIN[w] for w in re.findall(r"[a-zà-ÿ-]+", text) if w in KIN}
    owners |= {KIN[w] for w in _KIN_HAN if w in text} | set(_HAN_NAME.findall(text))
    owners |= {a for a in agents if a not in ("user", "he", "it")}
    return agents, owners


def _person(word: str, capital: frozenset[str]) -> str | None:
    if word in _SELF:
        return "user"
    if word in _PRONOUN:
        return _PRONOUN[word]
    if word in KIN:
        return KIN[word]
    if word in capital and _PERSON_NAME.match(word) and stem(word) not in _CONCEPTS and word not in _PRODUCTS:
        return word
    return None


def _chinese_agents(body: str) -> set[str]:
    if found := re.match(r"用户(?:的)?|我们?家?的?|咱们?|本人", body):
        rest = body[found.end() :]
        kin = next((KIN[w] for w in _KIN_HAN if rest.startswith(w)), None)
        return {kin or "user"}
    if re.match(r"[他她]们?", body):
        return {"he"}
    if kin := next((w for w in _KIN_HAN if body.startswith(w)), None):
        return {KIN[kin]}
    if found := _HAN_NAME.match(body):
        rest = body[found.end() :].removeprefix("的")
        kin = next((KIN[w] for w in _KIN_HAN if rest.startswith(w)), None)
        return {kin or found[0]}
    return set()


def _pairs(text: str, owners: set[str]) -> Iterable[str]:
    for owner in owners:
        if not owner.isascii():
            text = text.replace(owner, " ")
    for run in _HAN.findall(_HAN_EMPTY.sub(" ", text)):
        yield from (a + b for a, b in zip(run, run[1:], strict=False))


_UNDONE = re.compile(
    r"(?:\b(?:not|from|instead of|rather than|no longer|used to be|was|replac\w+)(?: (?:the|on|in|at|a|an|end of|until|for))*|不是|而不是|并非|从|由|不按|原来是|原本是) ?$"
)
_DENIED = re.compile(
    r"(?:\bnot|n't) (?:an? |the |in |on |at )?([\w.:-]+(?: [\w.:-]+)?)|\bfrom ([\w.:+#-]+(?: [\w.:-]+)?) (?:to|over|into)\b"
    r"|\b(?:instead of|rather than|no longer(?: \w+)?|stopped \w+|replac\w+|dropped|quit|ditched|deleted|sold|cancelled) (?:the |my |our )?([\w.:+#-]+)"
    r"|(?:不是|而不是|并非|没有?用|不用|从)([^，。,.；]{1,10}?)(?=[，。,.；]|换|改|搬|转|迁|$)"
)


def _denied(text: str) -> frozenset[str]:
    return frozenset(g.strip() for found in _DENIED.findall(text) for g in found if g)
