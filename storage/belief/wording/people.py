"""Of whom a statement speaks: the user, kin, and people by name, in English and Chinese."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...text.englishwords import MONTHS, WEEKDAYS
from .kinds import KIN, KINDS, SYNONYMS

USER, ANYBODY = "user", "he"  # a pronoun may stand for the user or for somebody named
GENERAL: Mapping[str, frozenset[str]] = {  # one may be spoken of as the other
    "kid": frozenset({"son", "daughter"}),
    "partner": frozenset({"wife", "husband", "girlfriend", "boyfriend", "fiance"}),
    "parents": frozenset({"mother", "father"}),
}
KNOWN = frozenset({USER, *KIN.values()})
_KIN_HAN = sorted((w for w in KIN if not w.isascii() and "\u3400" <= w[0] <= "\u9fff"), key=len, reverse=True)
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
_FROM_TOWN = re.compile(r"^[\u4e00-\u9fff]{2,3}的(?=[小老阿][\u4e00-\u9fff]|[" + _SURNAMES + r"][\u4e00-\u9fff]{1,2})")
_LEADING_NAME = re.compile(r"[小老阿](?!区|时|学|组|说|孩|师|家|板|房|楼|号|型|鼠|猫|狗|是|会|有|在)[\u4e00-\u9fff]")
_INTRO = re.compile(
    r"^(?:(?:actually|correction|update|note|sorry|btw|fyi|hallelujah|finally|also|and|but|so|well|oh)\b[^a-z]*"
    r"|(?:correction from )?(?:the )?user(?: \w+)?(?::| (?:mentioned|says|said|told me|reports|announced)(?: that)?)\s*"
    r"|(?:from|on|in|after|since|as of|starting|before|for|at|over|during) [^,.:]{2,40}, "
    r"|(?:更正|纠正(?:一下)?|订正|修正|补充|注意|其实|奇怪|以后|现在|最近|今天|昨天|上周末?|上个?月|这周|这个月起|从.{1,6}起|因为.{1,12})[:：，,]?\s*)+"
)
_PRONOUNS = frozenset({"he", "she", "they", "his", "her", "their", "it", "its"})
_SELF = frozenset(
    {
        "i",
        "i'm",
        "i've",
        "i'd",
        "i'll",
        "me",
        "my",
        "mine",
        "we",
        "we're",
        "we've",
        "we'll",
        "we'd",
        "our",
        "us",
        "user",
        "user's",
    }
)
_POSSESSIVES = frozenset({"my", "our", "his", "her", "their", "its"})
_ARTICLES = frozenset({"the", "a", "and", "dr", "mrs", "mr", "ms", "professor", "old", "little", "both"})
_ENDING = re.compile(r"'(?:s|ve|m|re|d|ll)$|s'$")
# Words a sentence begins with, followed by what looks like a verb, that are no names.
_OPENER = """
ask gave took sold left went told kept found lost bought call use send keep turn turns thanks please let nobody
everybody everyone someone anyone nothing everything both term legal landlord management people customers doc hr
payroll support south north east west finance marketing sales security dinner lunch breakfast traffic parking
security legal head work life love money food water
"""
_OPENERS = frozenset(_OPENER.split())
_NAMED_KIN = re.compile(r"\b([a-z-]+),? ([a-zà-öø-ÿ]+)\b")  # "my brother Owen"
_PERSON_NAME = re.compile(r"^[a-zà-öø-ÿ]+(?:-[a-zà-ÿ]+)?$")

_OPENING = re.compile(
    r"(?:^|[.!?:;] )([A-Z][a-zà-ÿ]+)(?='s|\s(?:is|was|has|and|will|can|(?:does|is|was|has|did|can|wo)n't|can't|never"
    r"|no longer|now|also|still|\w+(?:s|ed)|had|made|told|says?|said|cut|ran|kept|sent|came|began|met|drove|won|lost|found|spent|wrote|held|set|goes|does|sold|left|went|got|gave|took|put)\b)"
)
_TIMES = frozenset({*MONTHS, *WEEKDAYS})


def body(text: str) -> str:
    """A statement without what leads up to it: "from this week, ...", "user says that ...", 更正："""
    return _INTRO.sub("", text)


def people(text: str, capitals: frozenset[str]) -> tuple[set[str], set[str], set[str]]:
    """Of whom a statement speaks first, through whom ("my sister's husband"), and everybody it names. `capitals` are
    its words that look like names."""
    told = body(text)
    agents, through = _chinese_agents(told), set[str]()
    if not agents:
        *owners, agent = _first_people(told, capitals) or [""]
        agents, through = {agent} - {""}, set(owners)
        agents |= {name for kin, name in _NAMED_KIN.findall(told) if KIN.get(kin) == agent and name in capitals}
    named = {KIN[w] for w in re.findall(r"[a-zà-ÿ-]+", text) if w in KIN}
    named |= {KIN[w] for w in _KIN_HAN if w in text} | set(_HAN_NAME.findall(text))
    return agents, through, named | (agents - {USER, ANYBODY})


def _first_people(told: str, capitals: frozenset[str]) -> list[str]:
    """Each owner and the owned of "Felix's cousin", "my brother"; nobody if the first words are of a thing."""
    head = re.split(r"[,;:，；：。]| and | that | because ", told, maxsplit=1)[0]
    chain: list[str] = []
    owned = True
    for word in re.findall(r"[a-zà-öø-ÿ]+(?:'[a-z]+|-[a-z]+)*", head)[:5]:
        bare = _ENDING.sub("", word)
        if bare in _ARTICLES:
            continue
        person = _person(bare, capitals)
        if person is None or not owned:
            break
        if person != ANYBODY or not chain:
            chain.append(person)
        owned = word.endswith("'s") or word in _POSSESSIVES
    return chain


def _person(word: str, capitals: frozenset[str]) -> str | None:
    if word in _SELF:
        return USER
    if word in _PRONOUNS:
        return ANYBODY
    if word in KIN:
        return KIN[word]
    if word in capitals and _PERSON_NAME.match(word) and SYNONYMS.get(word, word) not in _CONCEPTS | _PRODUCTS:
        return word
    return None


def _chinese_agents(told: str) -> set[str]:
    if found := re.match(r"用户(?:的)?|我们?家?的?|咱们?|本人", told):
        return {_kin_first(told[found.end() :]) or USER}
    if re.match(r"[他她]们?", told):
        return {ANYBODY}
    if kin := _kin_first(told):
        return {kin}
    told = _FROM_TOWN.sub("", told)
    if found := _HAN_NAME.match(told) or _LEADING_NAME.match(told):
        return {_kin_first(told[found.end() :].removeprefix("的")) or found[0]}
    return set()


def _kin_first(text: str) -> str | None:
    return next((KIN[w] for w in _KIN_HAN if text.startswith(w)), None)


def capitals(plain: str) -> tuple[frozenset[str], frozenset[str]]:
    """The words that look like names, in lower case: all of them, and those that do not just begin a sentence."""
    inner = re.findall(r"(?<![.!?:。！？] )(?<!^)(?<![\w'-])([A-Z][\w.-]*[\w+#])", plain)
    full = re.findall(r"(?:^|[.!?:;] )([A-Z][a-zà-ÿ]+) (?:of )?(?=[A-Z][a-zà-ÿ]+)", plain)
    first = {w.lower() for w in (*_OPENING.findall(plain), *full)}
    first -= {*SYNONYMS, *KIN, *_OPENERS, *_TIMES, *_SELF, *_PRONOUNS, *_ARTICLES}
    first = {w for w in first if not w.endswith(("ing", "ed", "s", "ly"))}
    surely = frozenset(w.lower() for w in (*inner, *full)) - _TIMES - _SELF - _PRONOUNS - _ARTICLES
    return surely | first, surely
