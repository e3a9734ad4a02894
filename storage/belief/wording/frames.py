"""Two statements in one frame: the same words up to one place, where each has another value."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .evidence import differing
from .reading import Reading
from .values import values

_TOKEN = re.compile(
    r"[a-zß-öø-ÿ0-9][a-zß-öø-ÿ0-9_.:/@'-]*[a-zß-öø-ÿ0-9_+#%]|[\u3400-\u9fff]|[^\s.,;!?。，；！？、:：“”\"'()（）]"
)
_LONGEST_VALUE = 10  # words or characters: what is longer is another statement
# Nouns of which one thing may well have several at a time.
_SEVERAL = re.compile(
    r"\b(?:friends?|colleagues?|hobb(?:y|ies)|interests?|skills?|pets?|ally|allies|languages? (?:spoken|known)|allerg(?:y|ies)"
    r"|tools?|ingredients?|members?|examples?|features?|symptoms?|tags?|students?|pupils?|books?|clients?|customers?"
    r"|advantages?|reasons?|one|some|part|example|problem|issue|thing|goal|rule|task)(?: of (?:[\w'-]+ ?){1,6})? (?:is|are|was|include|includes)$"
    r"|(?:朋友|同事|同学|爱好|兴趣|技能|特长|孩子|宠物|过敏|工具|成员|例子|景点|特点|优点|缺点|症状|客户|之一|原因|问题|任务|规则|目标|一种|作品|译名|别名)是?$"
)
# A definite description has one value: "the capital of X is", "Mira's manager is", "plays the position of".
_DEFINITE = re.compile(
    r"(?:^|[\s,])(?:(?:the|my|our|his|her|their|your|its)\s.*|[\w.&'-]+(?: [\w.&'-]+)*?'s?\s.*|\w+\s?[:：]\s?)(?:is|was|are|=|is called|is named)(?: (?:still|now|the|in|at|on|from|by|for|with|set to|called|named))*$"
    r"|\b(?:is|was|were|are|been|be) \w+(?:ed|en|wn|un|ilt|ade|ept|eld|ent) (?:by|in the \w+ of|at|with|to the \w+ of|in|from|on|for|to)$"
    r"|\b(?:is|was|died|\w+s) (?:\w+ )?(?:in |with |at |to |on )?(?:an? |the )\w+ of$|\bis famous for$"
)
_VERB = re.compile(
    r"\b(?:lives? (?:in|at|on|with)|works? (?:for|at|as|in)|(?:is|am|was) (?:based|located|hosted|engaged|married|born|due|written|built|stored|kept|managed|owned|handled|led|run) (?:in|at|on|to|by|with|for)"
    r"|reports? to|drives?(?: an?)?|weighs?|costs?|(?:starts?|begins?|ends?|finishes|opens?|closes?|leaves?|departs?|arrives?|lands?|meets?|ships?|launches|expires?|runs? out|is due|renews?|falls|takes place|is held)(?: (?:at|on|in|from|by|until|for|up))?"
    r"|runs? (?:on|at)|listens? on|is (?:on|at|in|called|named|set to|hosted (?:on|at)|for)|written in|sleeps? (?:in|at|on)|goes to bed at|attends|studies at|moved to|answers to|belongs to|sits (?:in|on|at)|lies in|lasts|earns|gets up at|wakes up at|stays (?:in|at))$"
)
_HAN_RELATION = re.compile(
    r"(?:[\u3400-\u9fff]的[\u3400-\u9fffa-z]{1,8}(?:是|为|[:：])|[^的][\u3400-\u9fff](?:是|为)|叫|位于|由|住在|搬到|用的?是|等于|设为|设成了?|定在|改到|[:：]|任职于|就职于|毕业于)$"
)
_HAN_PASSIVE = re.compile(r"^(?:负责|管理|主持|维护|写|开发|创作|导演|担任|管|带)")
_NO_VALUE = re.compile(
    r"^(?:an? |also |very |so |too |quite |not |no |one of|some |always |often |really |a bit|being |going )|^(?:也|还|很|非常|一个|一种|最|更|不|没|一)"
)
_NUMBERED = re.compile(
    r"(?:\b(?:version|room|no|number|phase|part|chapter|step|section|level|v|sprint|build|ticket|issue|pr|line|unit|gate|platform|year|grade|day)|第|号)$"
)
_HAN_VERB = re.compile(r"[是为在于到用有由共约要每设定开叫重高花改值满达:：]|[\u3400-\u9fff]{4}")
_ANY_VERB = re.compile(r"\b(?:is|are|was|were|has|have|had|will|costs?|\w{2,}(?:s|ed)|at|on|to|for|by|until|in|per)\b")
_SECOND = re.compile(r"是|其|的(?: /|$)|\b(?:is|are|was|were|and i|because)\b")  # another clause, or a description
_LITTLE = re.compile(
    r"\b(?:to|and|at|about|around|until|till|or|of|the|am|pm|on|a|per|past|every)\b|[至到约左右每元钱的上下午晚早]"
)
_BACK = 6  # tokens


@dataclass(frozen=True, slots=True)
class Frame:
    """What two statements share before and after the place where they differ, and what each has there."""

    before: str
    after: str
    new: str
    old: str


def framed(new: Reading, old: Reading) -> Frame | None:
    """The frame the two share, None where they differ in more than one place."""
    a, b = _TOKEN.findall(new.text), _TOKEN.findall(old.text)
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    end = 0
    while end < min(len(a), len(b)) - start and a[-1 - end] == b[-1 - end]:
        end += 1
    ours, theirs = a[start : len(a) - end], b[start : len(b) - end]
    if not start or not ours or not theirs:
        return None
    return Frame(_joined(a[:start]), _joined(a[len(a) - end :]), _joined(ours), _joined(theirs))


def _joined(tokens: list[str]) -> str:
    text = ""
    for token in tokens:
        text += token if not text or "\u3400" <= token[0] <= "\u9fff" else f" {token}"
    return text.strip()


_YEAR = re.compile(r"(?:19|20)\d\d\s?年?")


def value_apart(new: Reading, old: Reading) -> Frame | None:
    """The frame, where its place holds one value at a time and the two values differ."""
    frame = framed(new, old)
    if frame is None or "more" in new.cues:
        return described(new, old)
    if _measured(frame):
        if _only_dates(new, frame.new) or _only_dates(old, frame.old):
            return None  # what was done then may have been done at another time, too
        return frame if _says_something(frame) else described(new, old)
    for back in range(_BACK):
        if (moved := _moved(frame, back)) is None:
            break
        if _one_at_a_time(moved, bool(new.agents)):
            return moved
    return described(new, old)


_BECOMES = (
    r"(?:is|was|are|were|will be|became|has become|(?:has |have )?(?:been |was |got |is being )?"
    r"(?:changed|moved|upgraded|renamed|switched|raised|lowered|increased|reduced|cut|set|pushed|bumped|updated|corrected) to)"
    r"(?: (?:now|still|called|named|spelled|actually|currently|set to|up to|down to))*"
)
_DESCRIBED = re.compile(
    rf"^(?:actually,? |correction: |as of now,? )?(?P<key>(?:(?:the|my|our|his|her|their|your) |[\w.&-]+(?: [\w.&-]+)?'s )(?:[\w-]+ ?){{1,5}}?) {_BECOMES} (?P<value>[^,.;:!]+)"
)
_DESCRIBED_HAN = re.compile(
    r"^(?:更正[:：，]?|其实|现在)?(?P<key>[^，。,;；：:是]{2,24}?)(?:现在|目前|已经|已|都|要|刚|后来)*"
    r"(?:是|为|叫|[:：]|改成|改为|改到|改用|换成|换为|变成|变为|升级到|升级为|升到|调到|调整为|定在|推迟到|提前到|涨到|降到)了?(?P<value>[^，。,;；!！]{1,30})"
)


def described(new: Reading, old: Reading) -> Frame | None:
    """The same description said to be another thing: "the gate code is ...", "the gate code was changed to ..."."""
    for pattern in (_DESCRIBED, _DESCRIBED_HAN):
        one, two = pattern.match(new.text), pattern.match(old.text)
        if one is None or two is None or _key(one["key"]) != _key(two["key"]):
            continue
        ours, theirs = (m["value"].strip().removesuffix("了") for m in (one, two))
        frame = Frame(f"{two['key']} {'是' if pattern is _DESCRIBED_HAN else 'is'}", "", ours, theirs)
        if "more" in new.cues or _inside(ours, theirs) or _inside(theirs, ours):
            return None
        measured = bool(new.values) and _measured(frame) and differing(new, old) is not None
        return frame if measured or _one_at_a_time(frame, bool(new.agents)) else None
    return None


def _key(text: str) -> frozenset[str]:
    return frozenset(_TOKEN.findall(text)) - {"the", "my", "our", "user's", "的", "'s"}


def _moved(frame: Frame, back: int) -> Frame | None:
    """The frame with its place begun so many tokens earlier: two values may begin alike ("United ...", 北京市...)."""
    before = _TOKEN.findall(frame.before)
    if back >= len(before):
        return None
    head, tail = before[: len(before) - back], before[len(before) - back :]
    ours, theirs = tail + _TOKEN.findall(frame.new), tail + _TOKEN.findall(frame.old)
    return Frame(_joined(head), frame.after, _joined(ours), _joined(theirs))


def _one_at_a_time(frame: Frame, person: bool) -> bool:
    if _SEVERAL.search(frame.before) or _inside(frame.new, frame.old) or _inside(frame.old, frame.new):
        return False
    if _SECOND.search(f"{frame.new} / {frame.old}"):
        return False
    if "\u3400" <= frame.before[-1] <= "\u9fff" or re.search(r"[\u3400-\u9fff]\s?(?:[:：]|是)$", frame.before):
        return not _NO_VALUE.search(frame.new) and not _NO_VALUE.search(frame.old) and _one_in_chinese(frame, person)
    return _one_in_english(frame)


def _inside(one: str, other: str) -> bool:
    """Whether all tokens of one are in the other: a detail more is no other value."""
    return set(_TOKEN.findall(one)) <= set(_TOKEN.findall(other))


def _measured(frame: Frame) -> bool:
    """Whether both places hold numbers, dates or days and nothing else."""
    for text in (frame.new, frame.old):
        rest, found = text, values(text)
        for value in reversed(found):
            rest = rest[: value.start] + rest[value.end :]
        if not found or _LITTLE.sub("", rest).strip(" -–~/.%+$£€¥:"):
            return False
    return True


def _only_dates(reading: Reading, words: str) -> bool:
    """Whether a year only says when something was done, which is no value of anything."""
    return bool(_YEAR.fullmatch(words.strip())) and not any(
        v.words.strip(" 年") == words.strip(" 年") for v in reading.values
    )


def _says_something(frame: Frame) -> bool:
    """Whether a verb stands before the place; a number before it belongs to what is spoken of: version 4.1, room 12."""
    if _NUMBERED.search(frame.before):
        return False
    if re.search(r"[\u3400-\u9fff]", frame.before):
        return len(frame.before) > 2 and bool(_HAN_VERB.search(frame.before))
    return len(frame.before.split()) > 1 and bool(_ANY_VERB.search(frame.before))


def _one_in_english(frame: Frame) -> bool:
    lengths = len(frame.new.split()), len(frame.old.split()), len(frame.before.split())
    if max(lengths) > _LONGEST_VALUE:
        return False
    if re.search(r"\b(?:is|are|was|were)$", frame.before):
        for text in (frame.new, frame.old):
            if _NO_VALUE.search(text) or re.search(r"\w(?:ing|ly)$", text.split()[0]):
                return False
    return bool(_DEFINITE.search(frame.before) or _VERB.search(frame.before))


def _one_in_chinese(frame: Frame, person: bool) -> bool:
    if person and re.fullmatch(r"[^的]*是", frame.before):  # what somebody is may be told in several ways
        return False
    if max(len(frame.new), len(frame.old)) > 8 * _LONGEST_VALUE:
        return False
    if frame.before.endswith(("由", "被")):
        return bool(_HAN_PASSIVE.search(frame.after)) or not frame.after
    return bool(_HAN_RELATION.search(frame.before)) and (
        "的" in frame.before or not frame.after or len(frame.before) > 3
    )
