"""The voice of a relation in Chinese words: 被老师带教过, 由…带教 and 是被…带教的 are 带教 from the other side."""

from __future__ import annotations

import re

_GAP = r"(?:…+|\.{2,}|~|～|_+|某人|谁|x|a)"  # where a wording leaves out who does it
_BY = re.compile(rf"^(?:被{_GAP}?(?:所)?|由{_GAP}(?:来)?|受到?{_GAP}(?:所)?|为{_GAP}所)(?P<verb>\S{{1,8}})$")
_NOUNS = ("被子", "被套", "被告", "被单", "被褥", "被窝", "被动", "被面", "被罩", "受众")
_IS = re.compile(r"^是(?P<inner>(?:被|由|受|在|于)\S+)的$")
_NOUN_OF = re.compile(rf"^(?:是|为){_GAP}的(?P<noun>\S{{1,8}})$")
_TRAILING_IS = re.compile(r"(?<=[^不就也还但总曾只都很可若])是$")
_RUNNING = re.compile(r"^正在(?=\S\S)")
_ASPECT = re.compile(r"(?<=\S\S)(?:过了|了|过|着)$")
# Words that end so without an aspect, and states, of which 过 says that they are over.
_WHOLE = re.compile(
    r"(?:为了|除了|罢了|算了|极了|经过|通过|超过|不过|难过|路过|胜过|沿着|随着|睡着|意味着|有着|当了|做了)$"
)
_STATE = re.compile(r"^(?:曾|住|居住|在|工作|任职|就职|供职|就读|当|担任|属于|拥有|喜欢|爱|有|用|使用|养|租)")


def chinese_step(text: str) -> tuple[str, bool]:
    """A folded wording one step nearer to its one form, and whether that says it from the other side.

    The wording itself, unturned, where nothing is left to do.
    """
    if cleft := _IS.match(text):
        return cleft["inner"], False
    if noun := _NOUN_OF.match(text):
        return noun["noun"], True
    if (passive := _BY.match(text)) and not text.startswith(_NOUNS):
        return passive["verb"], True
    bare = _RUNNING.sub("", _TRAILING_IS.sub("", text).removeprefix("的") or text)
    if not _WHOLE.search(bare) and not _STATE.match(bare):
        bare = _ASPECT.sub("", bare)
    return bare, False
