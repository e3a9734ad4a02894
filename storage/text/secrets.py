"""Passwords, keys and tokens, found before anything is written, logged or embedded.

Two tables: token formats that issuers publish, and the ways people write secrets in English and Chinese
prose. Both use look-arounds on ASCII letters instead of `\\b`, which sees no border between a Chinese
character and a token. What is found is reported by kind and place, never by text.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from dataclasses import dataclass

from ..errors import SecretRefused


@dataclass(frozen=True, slots=True)
class Secret:
    """Where a secret of which kind stands: characters `start` to `end` of the text."""

    kind: str
    start: int
    end: int


_A = r"(?<![A-Za-z0-9_-])"  # nothing of a token before
_Z = r"(?![A-Za-z0-9_-])"  # and nothing behind
# Formats as their issuers document them (prefix, alphabet, length).
_FORMATS: tuple[tuple[str, str], ...] = (
    ("private key", r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----"),
    ("age secret key", _A + r"AGE-SECRET-KEY-1[0-9A-Z]{58}" + _Z),
    ("GitHub token", _A + r"gh[pousr]_[A-Za-z0-9]{36,251}" + _Z),
    ("GitHub fine-grained token", _A + r"github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}" + _Z),
    ("GitLab token", _A + r"gl(?:pat|dt|rt|cbt|ptt|soat)-[A-Za-z0-9_-]{20,64}"),
    ("AWS access key id", _A + r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}" + _Z),
    (
        "AWS secret key",
        r"(?i:aws.{0,40}?(?:secret|key).{0,20}?)" + r"(?<![A-Za-z0-9/+=])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])",
    ),
    ("Google API key", _A + r"AIza[A-Za-z0-9_-]{35}" + _Z),
    ("Google OAuth secret", _A + r"GOCSPX-[A-Za-z0-9_-]{28}" + _Z),
    ("Google access token", _A + r"ya29\.[A-Za-z0-9_-]{30,500}"),
    ("Anthropic key", _A + r"sk-ant-[A-Za-z0-9_-]{24,200}"),
    ("OpenAI key", _A + r"sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,200}"),
    ("API key (sk-)", _A + r"sk-[A-Za-z0-9]{20,100}" + _Z),
    ("OpenRouter key", _A + r"sk-or-v1-[a-f0-9]{64}" + _Z),
    ("Hugging Face token", _A + r"hf_[A-Za-z]{34}" + _Z),
    ("Groq key", _A + r"gsk_[A-Za-z0-9]{40,60}" + _Z),
    ("xAI key", _A + r"xai-[A-Za-z0-9]{60,100}" + _Z),
    ("Replicate token", _A + r"r8_[A-Za-z0-9]{37}" + _Z),
    ("Slack token", _A + r"xox[abeoprs]-[A-Za-z0-9-]{10,250}"),
    ("Slack app token", _A + r"xapp-\d-[A-Za-z0-9-]{20,250}"),
    ("Slack webhook", r"hooks\.slack\.com/services/T[A-Z0-9]{6,12}/B[A-Z0-9]{6,12}/[A-Za-z0-9]{20,30}"),
    ("Stripe key", _A + r"(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,120}" + _Z),
    ("Twilio key", _A + r"SK[0-9a-f]{32}" + _Z),
    ("SendGrid key", _A + r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}"),
    ("Mailgun key", _A + r"key-[0-9a-f]{32}" + _Z),
    ("npm token", _A + r"npm_[A-Za-z0-9]{36}" + _Z),
    ("PyPI token", _A + r"pypi-AgE[A-Za-z0-9_-]{50,300}"),
    ("Docker token", _A + r"dckr_[po]at_[A-Za-z0-9_-]{24,40}"),
    ("Telegram bot token", r"(?<![0-9A-Za-z])\d{8,10}:AA[A-Za-z0-9_-]{33}" + _Z),
    ("Discord token", _A + r"[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,45}" + _Z),
    ("JSON web token", _A + r"eyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{10,1000}"),
    ("Alibaba Cloud key", _A + r"LTAI[A-Za-z0-9]{12,26}" + _Z),
    ("Tencent Cloud key", _A + r"AKID[A-Za-z0-9]{32}" + _Z),
    ("Azure storage key", r"AccountKey=[A-Za-z0-9+/]{86}=="),
    ("DigitalOcean token", _A + r"do[opr]_v1_[a-f0-9]{64}" + _Z),
    ("Shopify token", _A + r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}" + _Z),
    ("Linear key", _A + r"lin_(?:api|oauth)_[A-Za-z0-9]{32,64}" + _Z),
    ("Notion token", _A + r"(?:ntn_[A-Za-z0-9]{40,60}|secret_[A-Za-z0-9]{43})" + _Z),
    ("Figma token", _A + r"figd_[A-Za-z0-9_-]{36,60}"),
    ("Vault token", _A + r"hv[sbr]\.[A-Za-z0-9_-]{24,150}"),
    ("Databricks token", _A + r"dapi[0-9a-f]{32}(?:-\d)?" + _Z),
    ("password in a URL", r"(?i:[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{1,64}:)(?!<|\$|\{|\*)[^\s/@]{3,128}@[^\s/]{1,128}"),
    ("bearer token", r"(?i:authorization\s{0,3}[:=]\s{0,3}(?:bearer|basic|token)\s{1,3})[A-Za-z0-9._~+/=-]{16,500}"),
)

_NAMES_EN = (
    r"(?:pass ?words?|passwd|pwd|pass ?phrase|pass ?code|(?:secret|api|access|private|encryption|license|recovery|backup|security)"
    r"[ _-]?(?:key|code|token)s?|client[ _-]secret|auth(?:entication|orization)?[ _-]?(?:token|code)|2fa (?:code|secret)|"
    r"(?:log|sign)-?in(?: code)?|credentials?)"
)
_PIN_EN = r"(?:pin(?: ?code| number)?|door ?code|gate ?code|alarm ?code|entry ?code|safe (?:code|combination)|lock ?(?:code|screen code)|(?:safe|lock)(?:'s)? combination|cvv|cvc)"
_LINK_EN = r"(?:\s{0,2}(?:[:=]|->|→)\s{0,2}|(?:\s+[\w'’/&.-]+){0,6}?\s+(?:is|was|are|remains|became|equals|to)\s+(?:still |now |set to |just |simply |always |currently )?(?:[:=]\s*)?|\s+)"
_VALUE = r"(?P<q>[\"'“‘`「『《]?)(?P<value>[^\s\"'“”‘’`「」『』《》，。；、！？]{4,128})"
_NAMES_ZH = r"(?:密码|密碼|口令|密钥|密鑰|秘钥|私钥|私鑰|访问令牌|令牌|授权码|激活码|恢复码|备用码|通行码|暗号)"
_PIN_ZH = r"(?:PIN ?码?|pin ?码?|取款密码|支付密码|锁屏密码|解锁密码|开锁密码|门禁密码|门锁密码|银行卡密码|保险柜密码|验证码|门禁码|开门码|密码)"
_LINK_ZH = r"(?:\s*(?:[:：=＝]|->|→)\s*|[^\n，。；！？:：]{0,12}?(?:是|为|為|叫|用的是|改成了?|设成了?|设为|换成了?|改为|仍是|还是|就是)\s*[:：]?\s*|\s*)"
_PROSE: tuple[tuple[str, re.Pattern[str], bool], ...] = (
    ("password", re.compile(rf"(?i)(?<![A-Za-z]){_NAMES_EN}{_LINK_EN}{_VALUE}"), False),
    ("PIN", re.compile(rf"(?i)(?<![A-Za-z]){_PIN_EN}{_LINK_EN}{_VALUE}"), True),
    ("password", re.compile(rf"{_NAMES_ZH}{_LINK_ZH}{_VALUE}"), False),
    ("PIN", re.compile(rf"{_PIN_ZH}{_LINK_ZH}{_VALUE}"), True),
    (
        "password",
        re.compile(
            r"(?i)(?:log ?s? ?in|sign ?s? ?in|登录|登陆)[^\n。]{0,40}?(?:with|using|用|密)\s{0,2}\S{1,40}?\s{0,2}(?:/|and|和|、)\s{0,2}"
            + _VALUE
        ),
        False,
    ),
)
# Twelve to twenty-four plain words behind the name of a seed phrase.
_SEED = re.compile(
    r"(?i)(?:seed|mnemonic|recovery|backup|wallet)[\w ]{0,20}(?:phrase|words?|seed)[^\n:：]{0,20}?(?:is|are|[:：=])?\s*[\"“]?(?:\d{0,2}[.)]?\s?[a-z]{3,8}[\s,]{1,3}){11,23}[a-z]{3,8}"
)
_SEED_ZH = re.compile(
    r"(?:助记词|種子|种子词|恢复短语|助憶詞|助记短语)[^\n:：]{0,12}?(?:是|为|[:：=])?\s*(?:(?:\d{0,2}[.)]?\s?[a-z]{3,8}[\s,，]{1,3}){11,23}[a-z]{3,8}|(?:[\u4e00-\u9fff][\s,，、]){11,23}[\u4e00-\u9fff])"
)
_NOT_VALUES = re.compile(
    r"(?i)(?:sha-?\d+|md5|bcrypt|argon2\w*|scrypt|pbkdf2\S*|base64|utf-?8|aes-?\d+\S*|rsa-?\d+|oauth ?2(?:\.0)?|1password\S*|keepass\S*|lastpass\S*|bitwarden\S*|icloud\S*|2fa|x\.?509|v\d[\d.]*|"
    r"[a-z]+_[a-z_]+|[A-Z]+_[A-Z_0-9]+|https?:\S*|\$\{?\w+\}?|<\S*|\*+|x{3,}|\.{3,}|n/?a|\d{1,3}[-–]\d{1,3}\S*|\d+(?:characters|chars|digits|days|bits?|位|个|天|次|月|年|字符|分钟|小时)\S*|20\d\d(?:[-/年.]\S*)?|\S+\.(?:md|txt|py|ya?ml|json|env|com|org|net|io|kdbx)|/\S+|~\S*|\S*\(\S*\)?)"
)


def _secret_like(value: str, *, quoted: bool, digits_do: bool) -> bool:
    """Whether what stands behind "password is" is a password and not the rest of a sentence."""
    value = value.rstrip(".,;:!?)]}…")
    if len(value) < 4 or _NOT_VALUES.fullmatch(value):
        return False
    if not value.isascii():  # a Chinese word, or a value with text stuck to it
        head = re.match(r"[\x21-\x7e]{4,}", value)
        return bool(head) and _secret_like(head[0], quoted=quoted, digits_do=digits_do)
    if value.isdigit():
        return (digits_do and len(value) <= 12) or len(value) >= 6
    letter, digit = any(c.isalpha() for c in value), any(c.isdigit() for c in value)
    symbols = sum(not c.isalnum() and c not in "-'’.,/" for c in value)
    if digits_do:
        return (digit and (not letter or symbols > 0)) or (digit and letter and len(value) >= 5)
    if (digit and letter) or (digit and symbols) or (symbols >= 1 and len(value) >= 6):
        return True
    if value.count("-") >= 3 or sum(a.islower() and b.isupper() for a, b in itertools.pairwise(value)) >= 2:
        return True
    return (quoted and len(value) >= 6 and " " not in value) or (
        value.islower() and value.isalpha() and len(value) >= 15
    )


_COMPILED = tuple((kind, re.compile(pattern)) for kind, pattern in _FORMATS)


def find_secret(text: str) -> Secret | None:
    """The first secret in `text`, or None. Full-width forms are read as their plain twins."""
    for view in dict.fromkeys((text, unicodedata.normalize("NFKC", text))):
        for kind, pattern in _COMPILED:
            if found := pattern.search(view):
                return Secret(kind, found.start(), found.end())
        for pattern in (_SEED, _SEED_ZH):
            if found := pattern.search(view):
                return Secret("seed phrase", found.start(), found.end())
        for kind, pattern, digits_do in _PROSE:
            for found in pattern.finditer(view):
                if _secret_like(found["value"], quoted=bool(found["q"]), digits_do=digits_do):
                    return Secret(kind, found.start("value"), found.end("value"))
    return None


def refuse_secrets(argument: str, text: str) -> None:
    """Raise SecretRefused, naming `argument`, when `text` holds a secret."""
    if found := find_secret(text):
        raise SecretRefused(argument, found.kind, found.start, found.end)
