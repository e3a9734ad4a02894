"""Passwords, PINs, codes and seed phrases as people write them, in English and Chinese prose.

A value alone proves nothing ("6524"), nor does a word alone ("the door code was changed last week"). A
secret is a value of a telling shape with words that tell what it opens close by, in the same sentence.
Each rule below is a shape, the words before and behind it that make it a secret, and what it never is.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_BEFORE, _BEHIND = 64, 40  # characters of the same sentence looked at on either side
_SENTENCE_END = re.compile(r"[.!?](?=\s)|[。！？\n]")

# Words that announce a password: what it is called, and what one does with it.
_PASSWORD_WORDS = (
    r"pass ?words?|passwd|pass ?phrase|key ?phrase|pass ?code|\bpwd?\b|\bpass\b|credentials?|\bcreds\b|"
    r"(?:log(?:ging|s)?|sign(?:ing|s)?)[ -]?(?:in|on|into)\b|\blogins?\b|\bsudo\b|\bsu\b|\bunlock(?:s|ed|ing)?\b|"
    r"\bwi-?fi\b|\bwlan\b|\bhotspot\b|\bjoin(?:s|ing)?\b|\bnetwork key\b|\bunzip|\bdecrypt|\bextract(?:s|ed)?\b|"
    r"(?:secret|api|access|private|encryption|licen[cs]e|recovery|backup|security)[ _-]?(?:key|code|token)s?|"
    r"client[ _-]secret|\bauth[ _-]?token|"
    r"密码|密碼|口令|密钥|密鑰|秘钥|私钥|令牌|授权码|激活码|暗号|登录|登陆|登錄|解压|解锁|连网|连上?wifi|wifi|sudo|su到|打开要输|要输|时输|网输"
)
# Words that announce a code of digits: what it opens.
_CODE_WORDS = (
    r"\bpin\b|\bpass ?code|\bunlock|screen ?lock|(?:door|gate|entry|alarm|garage|access|lock|safe|key ?box|key ?pad|courtyard|"
    r"building|elevator|lift|locker|suitcase|luggage|sim|voicemail|card)(?:'s)?[ -](?:code|pin|combination|number)|\bcombination\b|"
    r"\bcash machine\b|\batm\b|\bgate\b|\bkey ?box\b|\block ?box\b|\bkeypad\b|\bsafe\b|\b(?:suitcase|bike|luggage) lock\b|\bdisarm|\bpunch in\b|\bcvv\b|\bcvc\b|"
    r"pin ?码|密码|密碼|口令|解锁|开锁|开门|门禁|门锁|单元门|大门|取款|刷\w{0,4}卡|钥匙盒|保险箱|保险柜|密码锁|行李箱|撤防|报警器"
)
_RECOVERY_WORDS = (
    r"recovery|back-?up|authenticator|\b2fa\b|two-?(?:step|factor)|fall-?back|one-?time|emergenc|gets? me back|"
    r"恢复码|备用|两步验证|二次验证|验证器|应急"
)
_SEED_WORDS = (
    r"\bseed\b|mnemonic|recovery (?:words|phrase)|(?:twelve|twenty-?four|12|24)[ -]words?|\bwallet\b|\bledger\b|\btrezor\b|metamask|"
    r"助记词|助憶詞|种子词|单词|恢复短语|助记短语|钱包"
)
_ACCOUNT_WORDS = r"account|log-?in|sign in|inbox|mail|imap|smtp|user|账号|帐号|账户|邮箱|登录|登陆|登錄"
# What stands directly before a code: "is", a colon, "with" …; not "at", "of building", "room".
_LINK = re.compile(
    r"(?i)(?:[:=：,，“\"'‘`]|\b(?:is|are|was|it's|that's|with|in|to|code|pin|press|enter|type|dial)|"
    r"是|为|為|按|输|输入|拨到|拨|转到|到|成|成了|码|用)\s*[“\"'‘`]?$"
)

_MIXED = re.compile(r"[\x21-\x7e]{4,64}")
_DIGITS = re.compile(
    r"(?<![\dA-Za-z.,:/\\#+@-])\d{3,8}(?![\dA-Za-z:/%\\-]|[.,]\d| ?(?:characters?|chars|digits?|days?|hours?|minutes?|seconds?|years?|euros?|dollars?|points?|times|位|个|天|次|月|年|号|元|块|分|秒|页|米|人|字符))"
)
_PAIRS = re.compile(r"(?<![\d-])\d{1,2}(?:-\d{1,2}){2,3}(?![\d-])")
_GROUPS = re.compile(
    r"(?<![A-Za-z0-9-])(?:[A-Z0-9]{4,5}(?:-[A-Z0-9]{4,5}){1,5}|[a-f0-9]{5}-[a-f0-9]{5}|\d{4} \d{4})(?![A-Za-z0-9-])"
)
_HYPHENED = re.compile(r"(?<![A-Za-z0-9-])[A-Za-z]{3,12}(?:-[A-Za-z]{3,12}){2,6}(?:-?\d{1,4})?(?![A-Za-z0-9-])")
_SEED = re.compile(
    r"(?:\d{0,2}[.)]?\s?(?<![A-Za-z])[a-z]{3,9}[\s,，、]{1,3}){11,23}(?:\d{0,2}[.)]?\s?)[a-z]{3,9}(?![A-Za-z])"
)
_PAIR = re.compile(
    r"(?:^|[\s：:，。“\"(])([\w.+-]+@[\w.-]+|[a-z][\w.]{3,30})\s?(?:/|:|：|,? pass(?:word)?:?|,? pw:?)\s{0,2}(\S{6,40})"
)

_NOT_PASSWORDS = re.compile(
    r"(?i)(?:sha-?\d+|md5|bcrypt|argon2\w*|scrypt|pbkdf2\S*|base64\S*|utf-?8|aes-?\d+\S*|rsa-?\d+|oauth ?2(?:\.0)?|1password\S*|2fa|x\.?509|"
    r"v?\d+(?:\.\d+)+\S*|(?-i:[a-z]+(?:_[a-z0-9]+)+|[A-Z]+(?:_[A-Z0-9]+)+)=?|\S*://\S*|[\w.+-]+@[\w-]+\.[\w.-]+|\$\S*|<\S*>?|\S*\*{3,}\S*|x{3,}|\.{3,}|"
    r"\d+[-–]\d+\S*|\d+[a-z]{1,4}|(?-i:[A-Z]{1,3}-?\d{1,4}[A-Z]?)|\d{1,4}(?:[-/:.]\d{1,4}){1,3}\S*|\d+(?:st|nd|rd|th)|"
    r"\S+\.(?:md|txt|py|ya?ml|json|env|com|org|net|io|kdbx|zip|pdf|log|example|dev|cn)\S*|~?/\S*|\S*\(\S*\)?|\S*\[\S*|\^\S*\$?|\S*=\S*-\S*|"
    r"0x[0-9a-f]+|[0-9a-f]{12,}|[0-9a-f]{8}-\S+|\S+/\S+|[a-z]+-?[0-9]{1,2}|(?-i:[a-z0-9-]+(?:\.[a-z0-9-]+)+)|\#[0-9a-f]{6}|ghp_\S*|sk-\S*)"
)
# Program text and markup, not a password: quotes, brackets, assignments, runs of asterisks.
_CODE = re.compile(r"""[(){}\[\]<>'"`;]|\*\*|==|:$""")
_PLAIN_WORDS = frozenset(
    [
        "again",
        "also",
        "always",
        "another",
        "anymore",
        "because",
        "been",
        "before",
        "being",
        "change",
        "changed",
        "changes",
        "could",
        "does",
        "each",
        "every",
        "expire",
        "expires",
        "field",
        "form",
        "from",
        "hash",
        "have",
        "here",
        "hint",
        "into",
        "just",
        "kept",
        "link",
        "links",
        "long",
        "manager",
        "might",
        "more",
        "must",
        "need",
        "needs",
        "never",
        "only",
        "page",
        "policy",
        "prompt",
        "protected",
        "reset",
        "rules",
        "screen",
        "shared",
        "should",
        "since",
        "soon",
        "still",
        "stored",
        "strength",
        "than",
        "that",
        "their",
        "them",
        "then",
        "there",
        "they",
        "this",
        "though",
        "through",
        "until",
        "very",
        "were",
        "what",
        "when",
        "where",
        "which",
        "while",
        "will",
        "with",
        "without",
        "works",
        "would",
        "your",
        "after",
        "across",
        "about",
        "over",
        "under",
        "already",
        "enough",
        "once",
        "twice",
        "today",
        "tomorrow",
        "yesterday",
        "required",
        "rotation",
        "protection",
        "recovery",
        "generator",
        "vault",
        "minutes",
        "days",
        "hours",
    ]
)


def _mixed(value: str) -> bool:
    """Letters with digits or symbols, as passwords are made; no date, path, version, address, hash, name or code.

    A mark at the very end is as likely the sentence's, so it does not count.
    """
    value = value.strip("*_~`|").rstrip("!?")
    if len(value) < 5 or _NOT_PASSWORDS.fullmatch(value) or _CODE.search(value):
        return False
    letter, digit = any(c.isalpha() for c in value), any(c.isdigit() for c in value)
    symbol = any(c in "!@#$%^&+?*" for c in value)
    flips = sum(a.islower() and b.isupper() for a, b in itertools.pairwise(value))
    return (letter and digit and len(value) >= 6) or (symbol and letter and len(value) >= 6 and flips + digit > 0)


def _uncommon(words: str) -> bool:
    """A run of words that is no part of a sentence: none of them a common one."""
    return not set(re.findall(r"[a-z]+", words)) & _PLAIN_WORDS


def _always(value: str) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class _Rule:
    """A shape, the words before (or `behind`) that announce it, and a check of the value."""

    kind: str
    shape: re.Pattern[str]
    before: re.Pattern[str]
    behind: re.Pattern[str] | None
    holds: Callable[[str], bool]
    linked: bool = False


def _words(text: str) -> re.Pattern[str]:
    return re.compile(f"(?i)(?:{text})")


_RULES = (
    _Rule("seed phrase", _SEED, _words(_SEED_WORDS), _words(_SEED_WORDS), _uncommon),
    _Rule(
        "password", _HYPHENED, _words(_PASSWORD_WORDS), None, lambda v: any(c.isdigit() for c in v) or v.count("-") >= 3
    ),
    _Rule(
        "password",
        _MIXED,
        _words(_PASSWORD_WORDS),
        _words(r"(?:as|当|作|is)[^.。]{0,12}?(?:password|passcode|passphrase|密码)|解压|解锁|解密"),
        _mixed,
    ),
    _Rule(
        "PIN or code",
        _DIGITS,
        _words(_CODE_WORDS),
        _words("就能(?:打开|解锁|开门|进)|再按井号|开门|解锁"),
        _always,
        linked=True,
    ),
    _Rule("PIN or code", _PAIRS, _words(_CODE_WORDS), None, _always),
    _Rule("recovery code", _GROUPS, _words(_RECOVERY_WORDS), _words(_RECOVERY_WORDS), _always),
)
# A passphrase of plain words has no shape of its own: it must follow its name directly and end its clause.
_PHRASE = re.compile(
    r"(?i:(?<![a-z])pass ?phrase|(?<![a-z])pass ?words?|密码|口令)(?:\s*(?i:is|was|:|：|=|,|，|是))?\s*[\"“']?"
    r"(?<![A-Za-z])([a-z]{4,10}(?: [a-z]{4,10}){2,6})(?=[.,;。，；\"”']|\s*$)"
)
_TRIM = ".,;:!?)]}…\"'“”‘’`，。；：！？）】」』"


def _candidates(rule: _Rule, text: str) -> Iterator[tuple[int, int]]:
    """Where values of the rule's shape stand, less the punctuation around them."""
    for found in rule.shape.finditer(text):
        start, end = found.span()
        while start < end and text[start] in "\"'“‘`([{（「":
            start += 1
        bare = text[start:end].rstrip(_TRIM)
        end = start + len(bare) + (text[start + len(bare) : end][:1] in ("!", "?"))
        if end > start:
            yield start, end


def _around(text: str, start: int, end: int) -> tuple[str, str]:
    """What stands before and behind in the same sentence, no further than the rules look."""
    before = text[max(0, start - _BEFORE) : start]
    for stop in _SENTENCE_END.finditer(before):
        before = " " * stop.end() + before[stop.end() :]
    behind = text[end : end + _BEHIND]
    stop = _SENTENCE_END.search(behind)
    return before, behind[: stop.start()] if stop else behind


def _announced(rule: _Rule, before: str, behind: str) -> bool:
    if rule.linked and not _LINK.search(before[-16:]):
        return False
    return bool(rule.before.search(before) or (rule.behind and rule.behind.search(behind)))


def find_password(text: str) -> tuple[str, int, int] | None:
    """Kind and place of the first password, PIN, code or seed phrase written out in `text`, or None."""
    for rule in _RULES:
        for start, end in _candidates(rule, text):
            if rule.holds(text[start:end]) and _announced(rule, *_around(text, start, end)):
                return rule.kind, start, end
    for found in _PHRASE.finditer(text):
        if _uncommon(found[1]):
            return "passphrase", found.start(1), found.end(1)
    for found in _PAIR.finditer(text):
        before, behind = _around(text, found.start(1), found.end(2))
        value = found[2].rstrip(_TRIM.replace("!", ""))
        if _mixed(value) and re.search(f"(?i){_ACCOUNT_WORDS}", before + found[1] + behind):
            return "password", found.start(2), found.start(2) + len(value)
    return None
