"""Chinese questions as paths through slots: what is asked of whom. Entities stand as marks in the text.

Chinese asks in place: the question is the statement with 谁, 什么 or 哪 where the answer would stand. So each rule is a
statement with a gap, and what is known is a noun phrase: 小鹿, 小鹿的师傅, 带教小鹿的人, 老周任职的公司.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from .nounphrases import MARK
from .questionsteps import Path

_MARK = rf"{MARK}[\ue001-\uf8ff]{MARK}"
_KIN = (
    "爸爸|妈妈|爸|妈|父亲|母亲|哥哥|姐姐|弟弟|妹妹|哥|姐|弟|妹|老公|老婆|丈夫|妻子|媳妇|儿子|女儿|爷爷|奶奶|外公|外婆|姥姥|姥爷"
    "|岳父|岳母|公公|婆婆|叔叔|阿姨|舅舅|姑姑|表哥|表姐|表弟|表妹|堂哥|堂姐|堂弟|堂妹|老师|师傅|徒弟|老板|同事|领导|男友|女友"
)
_WHO = r"(?:谁|哪(?:一)?(?:个|位)(?:人|同学|同事|老师|朋友)?|什么人|何人|哪些人)"
_WHAT = r"(?:什么|啥|哪(?:一)?(?:个|家|所|座|种|款|本|只|台|门|部|支|条|间|里|儿|国|些|位|块|份|项|年|天|支)?|多少(?:个|只|条)?|几(?:个|只|条|辆|位|名|口|套|间|本|台|家)?|何)"
_WHERE = r"(?:哪(?:里|儿|个(?:城市|地方|国家|省|区|市))?|什么地方|何处|哪座城市|哪个?国家?)"
_WHEN = r"(?:什么时候|啥时候|何时|哪(?:一)?[年天日](?:的?什么时候)?|几[点号月]|几时|什么日子)"
_ASKING = re.compile(
    r"^(?:请问|你?(?:还)?(?:知道|记得|晓得)|(?:请|麻烦)?(?:告诉|提醒)"
    + _MARK
    + r"(?:一下)?|想(?:知道|问)(?:一下)?|那么?|话说|问一下|[，,、：:])+"
)
_NOW = re.compile(r"现在|目前|如今|眼下|当前|到底|究竟|最近|平时|一直|正在|还是|其实|今年|这(?:会儿|阵子)|原来")
_DATED = re.compile(r"^(?:在|到)?(?:\d{4}年)?(?:\d{1,2}月)?(?:\d{1,2}[日号])?(?:的?时候|时|初|底|那会儿)?[，,]?")
_BESIDE = re.compile(rf"(?<={MARK})(?:家(?=的)|那边|这边|那里|这里)")
_END = re.compile(r"[？?！!。.～~\s]+$|(?<=\S)[呢啊呀哈嘛吧]+$")
_NOT_ASKED = re.compile(r"吗$|有没有|是不是|是否|能不能|可不可以|为什么|为啥|怎么|如何|不|没")
_PERSON = re.compile(
    r"^(?:那个|这个|那位|那名|一位)?(?:人|那个人|那位|家伙|同学|同事|老师|作家|作者|朋友|女人|男人|东西|地方)$"
)
_LEAD = re.compile(r"^(?:那个|这个|那位|那家|那所|这家|这位|该)")
_TAIL = re.compile(r"(?:过来|出去|了|过|着|的|来的|到的)$")
_COMMON = re.compile(
    "住|吃|喝|买|卖|养|教|写|当|做|学|开|用|看|读|玩|打|骑|坐|姓|嫁|娶|借|送|去|来|爱|喜欢|讨厌|认识|工作|上班|看|治|上学|读书|长大|生活|出生|毕业|推荐|介绍|"
    "带|指导|管|负责|创|雇|招|照顾|照看|就读|任职|加入|参加|属于|拥有|搬|结婚|崇拜|害怕|想|演|唱|拍|编|译|设计|发明|研究|生产|制作|"
    "跟|会|说|过敏|租|收|请|找|挖|引|换|投|交|接|叫|供职|担任|支持|采访|邀请|培养|训练|收养|救"
)
_LINKS = re.compile(
    "^(?:被|由|让|跟|和|与|同|对|向|给|为|替|帮|把|在|于|是)|(?:被|由|让|跟|和|与|同|对|向|替|把|在|于|到|是)$"
)
_SHORT = frozenset("家妈爸妻夫哥姐弟妹儿女猫狗车房名姓")  # nouns of one character that are said alone
_HOME = re.compile(r"(?:家|住处|住址|地址|老家|位置|总部|所在地|出生地|籍贯|故乡|家乡|城市|国家|地点|时间)$")
_PLAIN = r"[^\ue000谁哪啥何的，,]+"
_DONE_THERE = "出生|工作|上班|上学|读书|毕业|长大|住|居住|生活"
_SPAN = 2  # of cost: what is dearer than the best by more is a cut through a word
_LONGEST_VERB = 8  # characters
Build = Callable[[re.Match[str]], list[Path]]


def chinese_paths(text: str) -> list[Path]:
    """The ways to read a question, cheapest first; empty where it asks nothing of a marked entity."""
    text = re.sub(rf"\s*({_MARK})\s*", r"\1", text.strip()).replace("甚么", "什么").replace("哪儿", "哪里")
    while (shorter := _ASKING.sub("", _END.sub("", text))) != text:
        text = shorter
    text = _BESIDE.sub("", _NOW.sub("", _DATED.sub("", text)))
    if _NOT_ASKED.search(text):
        return []
    found: list[Path] = []
    for rule, build in _RULES:
        if match := rule.fullmatch(text):
            found += build(match)
    best: dict[tuple[object, ...], Path] = {}
    for path in sorted(found, key=lambda p: p.cost):
        if path.steps:
            best.setdefault((path.known, path.steps), path)
    return [p for p in best.values() if p.cost <= min(q.cost for q in best.values()) + _SPAN]


@lru_cache(maxsize=2048)
def _phrase(text: str) -> tuple[Path, ...]:
    """The paths of a noun phrase, cheapest first."""
    text = _LEAD.sub("", text)
    if re.fullmatch(_MARK, text):
        return (Path(0, text),)
    found: list[Path] = []
    if kin := re.fullmatch(rf"({_MARK})家?({_KIN})", text):
        found.append(Path(0, kin[1]).then(kin[2]))
    if loose := re.fullmatch(rf"({_MARK})([^\ue000谁哪啥的在被由是叫有了跟和与对给把几住]{{2,8}})", text):
        found += (
            [Path(3, loose[1]).then(loose[2])]
            if not re.search("什么|多少", loose[2]) and not _COMMON.match(loose[2])
            else []
        )
    if apposed := re.fullmatch(rf"(?:.*的)?[^\ue000的]{{1,6}}({_MARK})", text):
        found.append(Path(2, apposed[1]))
    for at in [m.start() for m in re.finditer("的", text)][::-1]:
        noun = _LEAD.sub("", text[at + 1 :])
        if noun and not re.search(rf"{MARK}|[谁哪啥的]", noun) and len(noun) <= 12:
            found += _owned(text[:at], noun)
    return tuple(sorted(found, key=lambda p: p.cost))[:6]


def _owned(left: str, noun: str) -> list[Path]:
    """Of `left` 的 `noun`: what belongs to somebody, or whom a clause tells of: 带教小鹿的人, 老周任职的公司."""
    if re.search("什么|多少|几|是|(?:在|被|由|于|住)$", noun):
        return []
    found: list[Path] = []
    if not re.search("人$|^(?:那位|家伙)$", noun) or not _PERSON.match(noun):
        dear = 0 if len(noun) > 1 or noun in _SHORT else 3
        found += [path.then(noun, cost=dear) for path in _phrase(left)]
    if passive := re.fullmatch("(?:被|由)(.+)", left):
        return [p.then(verb, cost=1) for p, verb in _split(passive[1])]
    if named := re.fullmatch(r"([^\ue000谁哪的]{1,8}?)(?:是|叫|为)(.+)", left):
        return [p.then(named[1], True, 1) for p in _phrase(named[2])]
    if at := re.fullmatch(r"(.+?)所?在", left):
        found += [p.then("所在" + noun, cost=1) for p in _phrase(at[1])]
    if verb_first := re.fullmatch(rf"({_PLAIN})({MARK}.*)", left):
        found += [p.then(_verb(verb_first[1]), True, 1) for p in _phrase(verb_first[2])]
    found += [p.then(verb, cost=1) for p, verb in _split(left) if _COMMON.match(verb) or _PERSON.match(noun)]
    return found


def _split(text: str) -> list[tuple[Path, str]]:
    """A phrase and the verb behind it, wherever the one may end and the other begin: words have no spaces."""
    found: list[tuple[Path, str]] = []
    for at in range(text.rfind(MARK) + 1, len(text)):
        said = text[at:].removeprefix("所")
        if 0 < len(said) <= _LONGEST_VERB and "的" not in said and (verb := _verb(said)):
            dear = 0 if _COMMON.match(verb) else 3
            found += [(path.dearer(dear), verb) for path in _phrase(text[:at])]
    return found


def _verb(words: str) -> str:
    """A verb without what marks its time or the cleft: 带教过的 is 带教."""
    words = re.sub(r"^(?:(?:是|来|去|曾经?|会|要|给)(?=\S\S)|在(?![乎意])(?=\S))", "", words)
    while len(words) > 2 and (shorter := _TAIL.sub("", words)) != words:
        words = shorter
    return words[:-1] if len(words) == 2 and words[-1] in "了过着" else words


def _itself(m: re.Match[str]) -> list[Path]:
    """The phrase, where it has a step: X的R是谁."""
    return [p for p in _phrase(m[1]) if p.steps]


def _itself_or(relation: str) -> Build:
    """The phrase, or of a bare entity what is asked by the words themselves: 叫什么 asks for the name."""
    return lambda m: [p if p.steps else p.then(relation) for p in _phrase(m[1])]


def _known(relation: str) -> Build:
    """What an idiom asks of a phrase: 几岁 asks for the age."""
    return lambda m: [p.then(relation, cost=-1) for p in _phrase(m[1])]


def _doer(m: re.Match[str]) -> list[Path]:
    """Who does it to the phrase `x`: 谁VX, X是谁V的, X由谁V."""
    verb = _verb(m["v"])
    if re.fullmatch("[是的被由给把让]", m["v"]):
        return []
    return [p.then(verb, True, 0 if _COMMON.match(verb) else 1) for p in _phrase(m["x"])]


def _owner(m: re.Match[str]) -> list[Path]:
    """Whose R the phrase is: 谁的R是X, X是谁的R."""
    return [p.then(m["v"], True, -1) for p in _phrase(m["x"])]


def _done(m: re.Match[str]) -> list[Path]:
    """What is done to whom is asked: 谁被XV."""
    return [p.then(verb) for p, verb in _split(m[1])]


def _given(m: re.Match[str]) -> list[Path]:
    """Whom somebody did it to: X把谁V了."""
    return [p.then(_verb(m["v"])) for p in _phrase(m[1])]


def _brought(m: re.Match[str]) -> list[Path]:
    """谁把X介绍给Y: the X that was, and by whom; the Y by all that was done."""
    return [Path(0, m[1]).then(_verb(m[2]), True), Path(0, m[3]).then(f"把{m[1]}{_verb(m[2])}", True)]


def _place(m: re.Match[str]) -> list[Path]:
    """Where something is: 在哪; a place asked of by its own word needs no further step."""
    if re.search(f"(?:{_DONE_THERE}|搬)$", m[1]):
        return []
    return [p if p.steps and _HOME.search(p.steps[-1].relation) else p.then("位于") for p in _phrase(m[1])]


def _at(m: re.Match[str]) -> list[Path]:
    """在哪工作, 在哪个部门上班: the verb at a place, or the kind of place."""
    if re.search(f"(?:{_DONE_THERE})$", m[1]) or not _COMMON.match(m[3]):
        return []
    relation = f"在...{_verb(m[3])}"
    kind = [p.then(m[2], cost=1) for p in _phrase(m[1])] if m[2] else []
    return [*(p.then(_KNOWN_AS.get(relation, relation)) for p in _phrase(m[1])), *kind]


def _verb_at(m: re.Match[str]) -> list[Path]:
    """出生在哪, 毕业于哪所大学: the verb with its preposition."""
    return [p.then(verb + m[2]) for p, verb in _split(m[1]) if not _LINKS.search(verb)]


def _beside(m: re.Match[str]) -> list[Path]:
    """跟谁结婚, 对什么过敏, 向谁汇报: the verb with its preposition and a gap."""
    link = "和" if m[2] in "跟与同和" else m[2]
    return [p.then(f"{link}...{_verb(m[3])}") for p in _phrase(m[1])]


def _when(m: re.Match[str]) -> list[Path]:
    """什么时候出生: the time of what is done; 生日是哪天: the thing itself."""
    if not m[2]:
        return _itself(m)
    relation = _verb(m[2]) + "时间"
    return [p.then(_KNOWN_AS.get(relation, relation), cost=-1) for p in _phrase(m[1])]


def _object(m: re.Match[str]) -> list[Path]:
    """What somebody does something to, by its verb, by its kind (喜欢什么颜色: 颜色), or both."""
    kind, found = (m[2] or "").removesuffix("名字"), list[Path]()
    for path, verb in _split(m[1]):
        if verb in ("是", "有", "用", "叫"):
            found += [path.then(kind, cost=1)] if kind else []
            found += [path.then(verb, cost=2)] if verb == "用" or (verb == "有" and not kind) else []
        elif not _LINKS.search(verb):
            found += [path.then(verb, cost=1)]
            found += [path.then(kind, cost=2), path.then(verb + kind, cost=3)] if kind else []
    return found


_KNOWN_AS = {
    "出生时间": "出生日期",
    "在...出生": "出生于",
    "在...住": "住在",
    "在...居住": "住在",
    "在...毕业": "毕业于",
}
_N, _X, _V, _K = r"(.*\ue000.*?)", r"(?P<x>.*\ue000.*?)", rf"(?P<v>{_PLAIN}?)", r"[^\ue000谁哪的]"
_RULES: tuple[tuple[re.Pattern[str], Build], ...] = tuple(
    (re.compile(rule), build)
    for rule, build in (
        (rf"{_N}(?:是|叫|为|有|:|：)?(?:{_WHO}|{_WHAT}(?:人|名字|样的?|{_K}{{0,4}})?)", _itself),
        (rf"(?:{_WHO}|{_WHAT}[^\ue000是]{{0,4}})是{_N}", _itself),
        (_N, _itself),
        (rf"(?:是)?{_WHO}{_V}的?(?P<x>{MARK}.*)", _doer),
        (rf"(?:是)?{_WHO}(?:把|给|帮|替|为|让){_X}{_V}的?", _doer),
        (rf"{_X}是{_WHO}{_V}的", _doer),
        (rf"{_X}(?:是)?(?:被|由|让|归|受){_WHO}(?:来|所)?{_V}的?", _doer),
        (rf"(?:是)?{_WHO}把({_MARK})({_PLAIN})({_MARK})的?", _brought),
        (rf"(?:是)?(?:{_WHO}|{_WHAT}[^\ue000]{{0,4}}?)(?:是)?(?:被|由|让)(.*\ue000.*?)的?", _done),
        (rf"{_N}把(?:{_WHO}|{_WHAT}{_K}{{0,3}}){_V}", _given),
        (rf"(.*\ue000.*?)的是(?:{_WHO}|{_WHAT}{_K}{{0,4}})", _done),
        (rf"{_WHO}的(?P<v>[^\ue000的]+?)(?:是|叫){_X}", _owner),
        (rf"{_X}是(?:{_WHO}|{_WHAT}[^\ue000的]{{0,4}})的{_V}", _owner),
        (rf"{_N}(?:是)?(?:在|位于){_WHERE}", _place),
        (rf"{_N}(?:是)?在{_WHAT}({_K}{{0,3}}?)({_DONE_THERE}|{_K}{{2}})的?", _at),
        (rf"(.*\ue000.*)(在|于|到|自|去|向){_WHAT}{_K}{{0,4}}", _verb_at),
        (rf"{_N}住(?:在)?(?:{_WHERE}|{_WHO}家)", _known("住在")),
        (rf"{_N}(?:是)?([跟和与同对向给为替帮])(?:{_WHO}|{_WHAT})({_PLAIN})", _beside),
        (rf"(.*\ue000.*?)(?:{_WHO}|{_WHAT})({_K}{{0,6}})", _object),
        (rf"{_N}(?:今年)?(?:多大(?:年纪|岁数|了)?|几岁了?)", _known("年龄")),
        (rf"{_N}(?:有)?多高", _known("身高")),
        (rf"{_N}(?:有)?多重", _known("体重")),
        (rf"{_N}(?:是)?(?:做|干|搞)(?:什么|啥)(?:工作|职业|行业|活)?的?", _known("职业")),
        (rf"{_N}是(?:哪里|哪个?地方|什么地方)的?人", _known("籍贯")),
        (rf"{_N}是(?:哪国|哪个国家的?|什么国家的?)人", _known("国籍")),
        (rf"{_N}(?:多少钱|什么价(?:格|钱)?)", _itself_or("价格")),
        (rf"{_N}(?:叫|姓)(?:什么|啥)(?:名字?)?", _itself_or("名字")),
        (rf"{_N}(?:是)?(?:在)?{_WHEN}({_PLAIN})?", _when),
    )
)
