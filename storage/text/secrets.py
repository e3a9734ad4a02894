"""Passwords, keys and tokens, found before anything is written, logged or embedded.

Here are the token formats that issuers publish; `passwords` has what people write in prose. Look-arounds on
ASCII letters instead of `\\b`, which sees no border between a Chinese character and a token. What is
found is reported by kind and place, never by text.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from ..errors import SecretRefused
from .passwords import find_password


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
        "secret key",
        r"(?i:secret[ _-]?(?:access[ _-]?)?key)[^\n]{0,60}?(?<![A-Za-z0-9/+])[A-Za-z0-9/+]{32,40}(?![A-Za-z0-9/+=])",
    ),
    ("secret key", r"SecretKey[A-Za-z0-9]{32,40}(?![A-Za-z0-9])"),
    ("API key", r"(?i:api[ _-]?key|密钥)[^\n]{0,24}?(?<![A-Za-z0-9])[0-9a-f]{32}\.[A-Za-z0-9]{16}" + _Z),
    (
        "token in a URL",
        r"(?i:[?&](?:access_?token|api_?key|auth|token|secret|sig)=)(?!<|\$|\{|\*)[A-Za-z0-9._~+/-]{20,300}",
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
    ("Telegram bot token", r"(?:(?<![0-9A-Za-z])|(?<=bot))\d{8,10}:AA[A-Za-z0-9_-]{33}" + _Z),
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
    (
        "password in a URL",
        r"(?i:[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{1,64}:)(?!<|\$|\{|\*|(?:password|passwd|pass|pwd|secret|密码)@)[^\s/@]{3,128}@[^\s/]{1,128}",
    ),
    ("bearer token", r"(?i:authorization\s{0,3}[:=]\s{0,3}(?:bearer|basic|token)\s{1,3})[A-Za-z0-9._~+/=-]{16,500}"),
)

_COMPILED = tuple((kind, re.compile(pattern)) for kind, pattern in _FORMATS)


def find_secret(text: str) -> Secret | None:
    """The first secret in `text`, or None. Full-width forms are read as their plain twins."""
    for view in dict.fromkeys((text, unicodedata.normalize("NFKC", text))):
        for kind, pattern in _COMPILED:
            if found := pattern.search(view):
                return Secret(kind, found.start(), found.end())
        if password := find_password(view):
            return Secret(*password)
    return None


def refuse_secrets(argument: str, text: str) -> None:
    """Raise SecretRefused, naming `argument`, when `text` holds a secret."""
    if found := find_secret(text):
        raise SecretRefused(argument, found.kind, found.start, found.end)
