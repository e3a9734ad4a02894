"""Passwords, PINs, codes and seed phrases as people write them, in English and Chinese prose.

A value alone proves nothing ("6524"), nor does a word alone ("the door code was changed last week"). A
secret is either named directly ("the password is …"), and then almost any value will do, or a value of a
telling shape with words close by, in the same sentence, that tell what it opens.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .plainwords import is_plain_word, plain_words_in

_BEFORE, _BEHIND = 64, 40  # characters of the same sentence looked at on either side
_SENTENCE_END = re.compile(r"[.!?](?=\s)|[。！？\n]")
_TRIM = ".,;:)]}…\"'“”‘’`，。；：！？）】」』"

# --- named directly: a name, a link, a value ---------------------------------------------------------
_VALUE = r"[ \t]*[\"'“‘`「『]?(?P<value>[\x21-\x7e]{4,64})"
_NAME = r"(?<![A-Za-z_])(?:pass ?words?|passwd|pass ?phrase|key ?phrase|pass ?code|pwd?|requirepass|pass(?=[ \t]*:))"
_DIRECT = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?i){_NAME}(?:[ \t]+(?:for|of|on|to|at)[ \t][^.,:;\n]{{1,48}}?)?"
        r"(?:[ \t]*[:=]|[ \t]+(?:is|was|are|became|wants|set to|changed to|remains))"
        r"(?:[ \t]+(?:still|now|just|simply|again|always))?(?=[ \t\"'“`])" + _VALUE,
        rf"(?i){_NAME}(?=[ \t=\"'“`])=?" + _VALUE,
        r"(?i)(?:wi-?fi|network|router|wlan|hotspot|ssid|bitlocker|borg\w*|encryption)[^.\n]{0,50}?(?<![A-Za-z])key"
        r"(?:[ \t]+(?:for|of|on|to|at)[ \t][^.,:;\n]{1,40}?)?(?:[ \t]*:|[ \t]+(?:is|was))(?=[ \t])" + _VALUE,
        r"(?i)(?:wi-?fi|network|router|wlan|hotspot|ssid)[^.\n]{0,50}?,[ \t]key(?=[ \t])" + _VALUE,
        r"(?:密码|密碼|口令|密钥|秘钥|requirepass)[^，。；,\n]{0,12}?"
        r"(?:是|为|為|：|:|=|填|叫|用|输入?|设成?了?|改成?了?|换成?了?|还是|仍是|就是)" + _VALUE,
        r"(?:requirepass|口令|密码)" + _VALUE,
        r"\bmysql\b[^\n]{0,60}?\s-p(?P<value>[\x21-\x7e]{4,64})",
        r"(?:输|用)\s*[“\"「]?(?P<value>[\x21-\x7e]{4,64})[”\"」]?\s*(?:就行|就能|才能|来?解压|来?解锁|打开|登录|当密码|作为密码)",
    )
)

# --- a telling shape near telling words --------------------------------------------------------------
_PASSWORD_WORDS = (
    r"pass ?words?|passwd|pass ?phrase|key ?phrase|pass ?code|\bpwd?\b|credentials?|\bcreds\b|"
    r"\blog(?:ging|s)? ?in(?:to)?\b|\bsudo\b|\bsu\b|\bunlock(?:s|ed|ing)?\b|\bwi-?fi\b|\bhotspot\b|\bjoin(?:s|ed)? \w+ with\b|"
    r"\bunzip|\bdecrypt|\bextract(?:s|ed)?\b|\bencrypted\b|(?:secret|access|encryption|recovery|backup|security)[ _-]?(?:key|code|token)s?|"
    r"client[ _-]secret|密码|密碼|口令|密钥|密鑰|秘钥|私钥|授权码|激活码|暗号|登录|登陆|登錄|解压|解锁|连网|wifi|sudo|su到|要输|时输|网输"
)
_CODE_WORDS = (
    r"\bpin\b|\bpass ?code|\bunlock|screen ?lock|(?:door|gate|entry|alarm|garage|access|lock|safe|key ?box|key ?pad|courtyard|"
    r"building|elevator|lift|locker|suitcase|luggage|sim|voicemail|card)(?:'s)?[ -](?:code|pin|combination|number)|\bcombination\b|"
    r"\bcash machine\b|\batm\b|\bgate\b|\bkey ?box\b|\block ?box\b|\bkeypad\b|\bsafe\b|\b(?:suitcase|bike|luggage) lock\b|\bdisarm|"
    r"(?:house|shop|office|burglar) alarm|alarm (?:panel|system|at)|\bpunch in\b|\bcvv\b|\bcvc\b|\bzip (?:file|archive|password)|\bpdf (?:opens|password)|"
    r"pin ?码|密码|密碼|口令|解锁|开锁|开门|门禁|门锁|单元门|大门|取款|刷\w{0,4}卡|钥匙盒|保险箱|保险柜|密码锁|行李箱|撤防|报警器|警报|解除码|解压|pdf"
)
_RECOVERY_WORDS = (
    r"recovery|back-?up|authenticator|\b2fa\b|two-?(?:step|factor)|fall-?back|emergenc|gets? me back|"
    r"恢复代?码|恢复密钥|备用|备份码|两步验证|二次验证|验证器|应急"
)
_SEED_WORDS = (
    r"\bseed\b|mnemonic|recovery (?:words|phrase)|(?:twelve|twenty-?four|12|24)[ -]words?|\bwallet\b|\bledger\b|\btrezor\b|metamask|"
    r"助记词|助憶詞|种子词|单词|恢复短语|助记短语|钱包"
)
_ACCOUNT_WORDS = r"account|log-?in|sign in|inbox|mail|imap|smtp|user|账号|帐号|账户|邮箱|登录|登陆|登錄"
# What stands directly before a code: "is", a colon, "with" …; not "at", "of building", "room".
_LINK = re.compile(
    r"(?i)(?:[:=：，,“\"'‘`]|\b(?:is|are|was|it's|that's|with|in|to|code|pin|press|enter|type|dial|off)|"
    r"是|为|為|按|输|输入|拨到|拨|转到|到|成|成了|码|用)\s*[“\"'‘`]?$"
)
_UNIT = (
    r"(?: ?(?:characters?|chars|digits?|days?|hours?|minutes?|seconds?|years?|euros?|dollars?|points?|times|km|kg|m\b|mm|"
    r"位|个|天|次|月|年|号|元|块|分|秒|页|米|人|字符))"
)
_DIGITS = re.compile(
    rf"(?<![\dA-Za-z.,/\\#+@*-])(?:[*#]?\d{{3,8}}#?|[A-Z]\d{{3,6}}|\d{{3,6}}[A-Z])(?![\dA-Za-z:/%\\-]|[.,]\d|{_UNIT})"
)
_PAIRS = re.compile(r"(?<![\d-])(?:\d{1,2}(?:-\d{1,2}){2,3}|\d{2}(?: \d{2}){2}|\d(?:-\d){4,8})(?![\d-])")
_SPOKEN = re.compile(
    r"(?i)\b(?:(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)[\s,-]+){3,7}(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)\b"
)
# A word and digits are how most people make passwords, and how things are named: only right behind a link.
_WORD_AND_DIGITS = re.compile(
    r"(?<![A-Za-z0-9_.@/-])(?:[A-Za-z]{2,16}\d{3,8}|[A-Za-z]{5,16}\d{2}|\d{6,10})[!@#$%^&*]?(?![A-Za-z0-9_.@/%-])"
)
_HANDED_OVER = re.compile(
    r"(?i)(?:[:：]|\b(?:with|is|are|for|then|wants|type|enter|needs)|输|输入|用|是|填|为)\s*[“\"'‘`]?$"
)
_GROUPS = re.compile(
    r"(?<![A-Za-z0-9-])(?:[A-Z0-9]{4,5}(?:-[A-Z0-9]{4,5}){1,7}|(?=[a-z-]*\d)[a-z0-9]{4,5}-[a-z0-9]{4,5}|\d{4} \d{4}|\d{6}(?:-\d{6}){5,7}|\d{8})(?![A-Za-z0-9-])"
)
_MIXED = re.compile(r"[\x21-\x7e]{5,64}")
_HYPHENED = re.compile(r"(?<![A-Za-z0-9-])[A-Za-z]{3,12}(?:-[A-Za-z]{3,12}){2,6}(?:-?\d{1,4})?(?![A-Za-z0-9-])")
_SEED = re.compile(
    r"(?:\d{0,2}[.)]?\s?(?<![A-Za-z])[a-z]{3,9}[\s,，、]{1,3}){11,23}(?:\d{0,2}[.)]?\s?)[a-z]{3,9}(?![A-Za-z])"
)
_PHRASE = re.compile(
    r"(?i:(?<![a-z])pass ?phrase|(?<![a-z])pass ?words?|密码|口令)(?:\s*(?i:is|was|:|：|=|,|，|是))?\s*[\"“']?"
    r"(?<![A-Za-z])([a-z]{4,10}(?: [a-z]{4,10}){2,6})(?=[.,;。，；\"”']|\s*$)"
)
_PAIR = re.compile(
    r"(?:^|[\s：:，。“\"(])([\w.+-]+@[\w.-]+|[a-z][\w.]{3,30})\s?(?:/|:|：|,? pass(?:word)?:?|,? pw:?| with| using)\s{0,2}(\S{6,40})"
)

# --- what is never a password ------------------------------------------------------------------------
_NEVER = re.compile(
    r"(?i)(?:sha-?\d+\S*|md5|bcrypt|argon2\w*|scrypt|pbkdf2\S*|base64\S*|utf-?8|aes-?\d+\S*|rsa-?\d+|oauth ?2(?:\.0)?|1password\S*|2fa|x\.?509|"
    r"v?\d+(?:\.\d+)+\S*|\d+/\S*|\S*://\S*|[\w.+-]+@[\w-]+\.[\w.-]+|\$\S*|<\S*>?|\S*\*{3,}\S*|x{3,}|\.{3,}|your\S*|\S*=\S*-\S*|"
    r"\d{1,4}(?:[-/:.]\d{1,4}){1,3}\S*|\d+(?:st|nd|rd|th)|~?/\S*|\S*\(\S*\)?|\S*\[\S*|\^\S*\$?|0x[0-9a-f]+|[0-9a-f]{8}-\S+|\#[0-9a-f]{6}|"
    r"\S+\.(?:md|txt|py|ya?ml|json|env|com|org|net|io|kdbx|zip|pdf|log|example|dev|cn)|ghp_\S*|sk-\S*)"
)
# Names, versions, models, paths, hosts, hashes: they have letters and digits, too.
_NAMES = re.compile(
    r"(?i)(?:(?-i:[a-z]+(?:_[a-z0-9]+)+|[A-Z]+(?:_[A-Z0-9]+)+)=?|\d+[-–]\d+\S*|\d+[a-z]{1,4}|(?-i:[A-Z]{1,3}-?\d{1,4}[A-Z]?)|\S+/\S+|"
    r"[0-9a-f]{12,}|[a-z]+-?[0-9]{1,2}|(?-i:[a-z0-9-]+(?:\.[a-z0-9-]+)+)|[a-z]+[\d.]*(?:-[\w.]+)+|[a-z]+\d[\d.]*[a-z]?(?:-\w+)*)"
)
_IDENTIFIER = re.compile(r"_*[A-Za-z]+(?:_+[A-Za-z]+)*_*|[a-z]+(?:_[a-z]+)+\d*")
# Program text and markup: quotes, brackets, assignments, runs of asterisks.
_CODE = re.compile(r"""[(){}\[\]<>'"`;]|\*\*|==|:$""")


def _named(value: str) -> bool:
    """Whether what stands behind "the password is" is a password and not the rest of the sentence."""
    if value.isdigit():
        return len(value) >= 4
    if value.isalpha():
        return len(value) >= 10 and not is_plain_word(value)
    if re.fullmatch(r"[a-z]{3,12}(?:-[a-z]{3,12}){2,6}", value):
        return not plain_words_in(value)
    if _NEVER.fullmatch(value) or _CODE.search(value.replace("<3", "")):
        return False
    identifier = _IDENTIFIER.fullmatch(value.replace("-", "_").replace("'", ""))
    return not identifier and len(value.strip("-")) >= 4 and not re.fullmatch(r"\d+[a-z]{1,3}", value)


def _mixed(value: str) -> bool:
    """Letters with digits or symbols, as passwords are made; no date, path, version, address, hash or name.

    A mark at the very end is as likely the sentence's, so it does not count.
    """
    value = value.strip("*_~`|").rstrip("!?")
    if (
        len(value) < 5
        or value.startswith("-")
        or _NEVER.fullmatch(value)
        or _NAMES.fullmatch(value)
        or _CODE.search(value)
    ):
        return False
    letter, digit = any(c.isalpha() for c in value), any(c.isdigit() for c in value)
    symbol = any(c in "!@#$%^&+?*" for c in value)
    flips = sum(a.islower() and b.isupper() for a, b in itertools.pairwise(value))
    return (letter and digit and len(value) >= 6) or (symbol and letter and len(value) >= 6 and flips + digit > 0)


def _hyphened(value: str) -> bool:
    return any(c.isdigit() for c in value) or value.count("-") >= 3


def _rare_words(value: str) -> bool:
    """A run of words that is no part of a sentence: hardly one of them a common one."""
    return len(plain_words_in(value)) <= len(value.split()) // 6


def _no_name(value: str) -> bool:
    return not _NEVER.fullmatch(value)


def _always(value: str) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class _Rule:
    """A shape, the words before or behind that announce it, and a check of the value."""

    kind: str
    shape: re.Pattern[str]
    before: re.Pattern[str]
    behind: re.Pattern[str] | None
    holds: Callable[[str], bool]
    link: re.Pattern[str] | None = None  # what must stand directly before


def _words(text: str) -> re.Pattern[str]:
    return re.compile(f"(?i)(?:{text})")


_RULES = (
    _Rule("seed phrase", _SEED, _words(_SEED_WORDS), _words(_SEED_WORDS), _rare_words),
    _Rule("password", _WORD_AND_DIGITS, _words(_PASSWORD_WORDS), _words("for sudo"), _no_name, _HANDED_OVER),
    _Rule("password", _HYPHENED, _words(_PASSWORD_WORDS), None, _hyphened),
    _Rule(
        "password",
        _MIXED,
        _words(_PASSWORD_WORDS),
        _words(r"(?:as|当|作|is)[^.。]{0,12}?(?:password|passcode|passphrase|密码)|for sudo|\| ?sudo|解压|解锁|解密"),
        _mixed,
    ),
    _Rule(
        "PIN or code",
        _DIGITS,
        _words(_CODE_WORDS),
        _words("就能(?:打开|解锁|开门|进)|再按井号|开门|解锁|to disarm"),
        _always,
        link=_LINK,
    ),
    _Rule("PIN or code", _SPOKEN, _words(_CODE_WORDS), None, _always),
    _Rule("PIN or code", _PAIRS, _words(_CODE_WORDS + "|pattern|图案"), None, _always),
    _Rule("recovery code", _GROUPS, _words(_RECOVERY_WORDS), _words(_RECOVERY_WORDS), _always),
)


def _bare(text: str, start: int, end: int) -> tuple[int, int]:
    """The span of a value without quotes and the sentence's punctuation around it."""
    while start < end and text[start] in "\"'“‘`([{（「":
        start += 1
    value = text[start:end].rstrip(_TRIM)
    return start, start + len(value)


def _around(text: str, start: int, end: int) -> tuple[str, str]:
    """What stands before and behind in the same sentence, no further than the rules look."""
    before = text[max(0, start - _BEFORE) : start]
    for stop in _SENTENCE_END.finditer(before):
        before = " " * stop.end() + before[stop.end() :]
    behind = text[end : end + _BEHIND]
    stop = _SENTENCE_END.search(behind)
    return before, behind[: stop.start()] if stop else behind


def _announced(rule: _Rule, before: str, behind: str) -> bool:
    if rule.link and not rule.link.search(before[-16:]):
        return False
    return bool(rule.before.search(before) or (rule.behind and rule.behind.search(behind)))


def _found(text: str) -> Iterator[tuple[str, int, int]]:
    for pattern in _DIRECT:
        for found in pattern.finditer(text):
            start, end = _bare(text, *found.span("value"))
            if _named(text[start:end]) and not re.match(_UNIT, text[end : end + 12]):
                yield "password", start, end
    for rule in _RULES:
        for found in rule.shape.finditer(text):
            start, end = _bare(text, *found.span())
            if end > start and rule.holds(text[start:end]) and _announced(rule, *_around(text, start, end)):
                yield rule.kind, start, end
    for found in _PHRASE.finditer(text):
        if _rare_words(found[1]):
            yield "passphrase", found.start(1), found.end(1)
    for found in _PAIR.finditer(text):
        start, end = _bare(text, *found.span(2))
        before, behind = _around(text, found.start(1), end)
        loose = "@" in found[1] and _named(text[start:end])  # behind an address stands nothing else
        if (loose or _mixed(text[start:end]) or _WORD_AND_DIGITS.fullmatch(text[start:end])) and re.search(
            f"(?i){_ACCOUNT_WORDS}", before + found[1] + behind
        ):
            yield "password", start, end


def find_password(text: str) -> tuple[str, int, int] | None:
    """Kind and place of a password, PIN, code or seed phrase written out in `text`, or None."""
    return next(_found(text), None)
