"""Text made safe to keep: dangerous code points out, everything a person wrote left in."""

from __future__ import annotations

import re
import unicodedata

# Controls but tab and newline; bidirectional marks, embeddings, overrides and isolates; zero-width space,
# word joiner and invisible operators, byte order mark, soft hyphen, combining grapheme joiner;
# interlinear annotation. None of them is seen by a reader, all of them can hide or reorder text.
# Source: Unicode Technical Report 36 (security considerations), sections 2 and 3.
_DANGEROUS = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"
)
_TAGS = re.compile("\U0001f3f4?[\U000e0000-\U000e007f]+")
# The only emoji spelled with tag characters (Unicode RGI set): England, Scotland, Wales.
_FLAGS = frozenset(
    "\U0001f3f4" + "".join(chr(0xE0000 + ord(c)) for c in region) + "\U000e007f"
    for region in ("gbeng", "gbsct", "gbwls")
)
# Joiners mean something between emoji and inside Arabic, Indic and other joining scripts, nowhere else.
_JOINER = re.compile("[\u200c\u200d]+")
_JOINS = re.compile("[\u0600-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u18af\ufb50-\ufdff\ufe70-\ufefc]")
_EMOJI = re.compile("[\u2190-\u2bff\u3030\u303d\u3297\u3299\ufe0f\u20e3\U0001f000-\U0001faff]")
# Variation selectors 17 to 256 choose a form of one ideograph; in a row they can smuggle bytes.
_VARIANTS = re.compile("(?<![\u3400-\u9fff\U00020000-\U0003ffff])[\U000e0100-\U000e01ef]+")
_VARIANT_RUN = re.compile("([\U000e0100-\U000e01ef])[\U000e0100-\U000e01ef]+")
_ESCAPES = re.compile(
    r"(?i)\\\\|\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|(?P<half>\\ud[89a-f][0-9a-f]{2})"  # a backslash, a pair, a half
)
_SPACES = re.compile(r"\s+")


def mend(text: str) -> str:
    """The text with surrogate pairs joined and halves of pairs shown as U+FFFD, so that it is valid UTF-8."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def mend_escapes(json_text: str) -> str:
    """JSON text with escapes of half a surrogate pair replaced by that of U+FFFD.

    Clients in languages with UTF-16 strings send such halves; JSON allows them, most parsers do not.
    """
    return _ESCAPES.sub(lambda m: r"\ufffd" if m["half"] else m[0], json_text) if r"\u" in json_text else json_text


def clean(text: str) -> str:
    """The text as given, less what a reader cannot see and an attacker can use.

    Removed: control characters, bidirectional controls, tag characters (but for the three flags spelled
    with them), zero-width characters, runs of variation selectors. Kept: emoji sequences, the joiners of
    Persian and Indic words. Line ends become newlines; leading and trailing space goes.
    """
    text = mend(text).replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").replace("\u2029", "\n")
    text = _TAGS.sub(_flag_or_nothing, text)
    text = _VARIANT_RUN.sub(r"\1", _VARIANTS.sub("", text))
    text = _DANGEROUS.sub("", text)
    return _JOINER.sub(_joiner_or_nothing, text).strip()


def _flag_or_nothing(found: re.Match[str]) -> str:
    if found[0] in _FLAGS:
        return found[0]
    return "\U0001f3f4" if found[0].startswith("\U0001f3f4") else ""


def _joiner_or_nothing(found: re.Match[str]) -> str:
    before, after = found.string[: found.start()][-1:], found.string[found.end() :][:1]
    in_emoji = bool(_EMOJI.match(before) and _EMOJI.match(after))
    return found[0][0] if in_emoji or _JOINS.match(before) else ""


def same(text: str) -> str:
    """What two spellings of the same statement share: composed form, single spaces.

    Case is kept: `Foo` and `foo` can be two identifiers.
    """
    return _SPACES.sub(" ", unicodedata.normalize("NFC", text)).strip()


def fold(text: str) -> str:
    """What two spellings of the same name or relation share: compatibility form, no case, single spaces."""
    return _SPACES.sub(" ", unicodedata.normalize("NFKC", text).casefold()).strip()
