"""The keys of a finite state transducer, as the full-text index keeps its tokens.

Lance stores all tokens of an index partition as one transducer of the Rust crate `fst` (format version 3), in
which a word is spread over nodes that it shares with others: no search of bytes finds it. This walks the nodes.
"""

from __future__ import annotations

from collections.abc import Iterator

_VERSION = 3
# The bytes a node with one way out may name by number instead of holding them; part of the format.
_COMMON = b"te/oasripcnw.hlm-du012g=:bf3y5&_4v9678k%?xCDASFIBEjPTzRNM+LOqHG"
_INDEXED_FROM = 32  # nodes with more ways out than this hold a table of 256 bytes
_HEAD, _TAIL = 16, 20  # version and type; count of keys, address of the root, checksum


def keys(blob: bytes) -> list[bytes]:
    """All keys, in order. Raises ValueError for another format, or when their number is not the one written
    down beside them."""
    if len(blob) < _HEAD + _TAIL or int.from_bytes(blob[:8], "little") != _VERSION:
        raise ValueError("no transducer of version 3")
    count = int.from_bytes(blob[-20:-12], "little")
    root = int.from_bytes(blob[-12:-4], "little")
    found: list[bytes] = []
    waiting = [(root, b"")]
    while waiting:
        address, prefix = waiting.pop()
        final, ways = _node(blob, address)
        if final:
            found.append(prefix)
        waiting += [(target, prefix + letter) for letter, target in ways]
    if len(found) != count:
        raise ValueError(f"{len(found)} keys were read, {count} are written down")
    return sorted(found)


def _node(blob: bytes, address: int) -> tuple[bool, Iterator[tuple[bytes, int]]]:
    """Whether a key ends at a node, and the ways out of it: a byte each, and the address it leads to.

    A node is read backwards from its address.
    """
    if address == 0:
        return True, iter(())
    state = blob[address]
    if state & 0b1000_0000:
        return False, iter([_only_way(blob, address, state)])
    return bool(state & 0b0100_0000), _ways(blob, address, state)


def _only_way(blob: bytes, address: int, state: int) -> tuple[bytes, int]:
    number, at = state & 0b0011_1111, address
    if number:
        letter = _COMMON[number - 1 : number]
    else:
        at -= 1
        letter = blob[at : at + 1]
    if state & 0b0100_0000:  # leads to the node just before
        return letter, at - 1
    at -= 1
    wide, output = blob[at] >> 4, blob[at] & 0b1111
    at -= wide
    return letter, _target(blob, at, wide, end=at - output)


def _ways(blob: bytes, address: int, state: int) -> Iterator[tuple[bytes, int]]:
    count, at = state & 0b0011_1111, address
    if not count:
        at -= 1
        count = 256 if blob[at] == 1 else blob[at]  # one way out has a form of its own
    at -= 1
    wide, output = blob[at] >> 4, blob[at] & 0b1111
    if count > _INDEXED_FROM:
        at -= 256
    letters, targets = at - count, at - count - count * wide
    end = targets - count * output - (output if state & 0b0100_0000 else 0)
    for n in range(1, count + 1):  # the first stands nearest to the address
        letter = letters + count - n
        yield blob[letter : letter + 1], _target(blob, letters - n * wide, wide, end)


def _target(blob: bytes, at: int, wide: int, end: int) -> int:
    delta = int.from_bytes(blob[at : at + wide], "little")
    return end - delta if delta else 0
