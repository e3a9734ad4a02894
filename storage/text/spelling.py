"""What two spellings of one word share: its form without looks, case and marks that are left out at will."""

from __future__ import annotations

import unicodedata

import regex

# Looks, not letters: variation selectors; joiners but those between emoji; tatweel, the vowel marks of Arabic
# and the points of Hebrew, which most writers leave out; the quotes of Hebrew acronyms, typed in three ways.
_UNSEEN = regex.compile(
    "[\ufe00-\ufe0f\U000e0100-\U000e01ef\u200c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed"
    "\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]"
    r"|\u200d(?!\p{Extended_Pictographic})"
    "|(?<=[\u05d0-\u05ea])[\"'\u05f3\u05f4\u2019\u201d](?=[\u05d0-\u05ea])"
)
_BACKSLASHES = regex.compile(r"\\+")
_MARKS = regex.compile(r"(?<=[\p{Latin}\p{Greek}\p{Cyrillic}\p{Arabic}])\p{Mn}+")
# Letters that Unicode does not take apart, as people type them who do not have them.
_UNMARKED = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"})


def normal(text: str) -> str:
    """The text with one spelling for what only looks different: compatibility form, one kind of slash, no marks
    that are left out at will. Case is kept, for it parts words in code."""
    if "\\" in text:
        text = _BACKSLASHES.sub("/", text)
    if text.isascii():
        return text
    return _UNSEEN.sub("", unicodedata.normalize("NFKC", text)).replace("\u2010", "-")


def bare(word: str) -> str:
    """A lower-case word without its diacritics: cafe of café. Marks of other scripts are letters, and stay."""
    apart = unicodedata.normalize("NFD", word).replace("и\u0306", "й")  # и and й are two letters
    return unicodedata.normalize("NFC", _MARKS.sub("", apart)).translate(_UNMARKED)
