"""Relations that go together: what one of them says of two, another says of them less closely, or from the other side.

"Her daughter is Kirsty" makes her a parent of Kirsty, and who trains somebody is much like a teacher. They stay relations
of their own, since none says quite what the other does; a probe for one may still be answered by the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from .relations import relation_of

# Who is what to whom in a family: what is said from the one side makes something of the other side true, but not anything
# else of its own: who has a daughter has no son for it.
_FAMILY = (
    (
        "parent|mother|father|stepmother|stepfather|父亲|母亲",
        "son|daughter|stepson|stepdaughter|儿子|女儿|闺女|长子|长女|次子|小儿子|小女儿",
    ),
    (
        "grandparent|grandmother|grandfather|爷爷|奶奶|外公|外婆|姥姥|姥爷|祖父|祖母",
        "grandchild|grandson|granddaughter|孙子|孙女|外孙|外孙女",
    ),
    ("uncle|aunt|叔叔|伯伯|舅舅|姑姑|姨妈|婶婶", "nephew|niece|侄子|侄女|外甥|外甥女"),
    (
        "father-in-law|mother-in-law|parent-in-law|岳父|岳母|公公|婆婆",
        "son-in-law|daughter-in-law|女婿|儿媳|儿媳妇",
    ),
    *(
        (both, both)
        for both in (
            "brother|sister|half-brother|half-sister|哥哥|弟弟|姐姐|妹妹|大哥|姐|哥|弟|妹",
            "cousin|表哥|表姐|表弟|表妹|堂哥|堂姐|堂弟|堂妹",
            "brother-in-law|sister-in-law|姐夫|妹夫|嫂子|弟媳|小舅子|大舅子|小姨子",
        )
    ),
)
# Of each group what is said from one side, and what is said from the other; what stands together is much the same.
_ALIKE = (
    (
        "teacher|mentor|instructor|trainer|coach|tutor|教练|导师|师傅|指导人|learns from|studies under",
        "pupil|student|apprentice|trainee|mentee|protégé|disciple|trains|coaches|tutors|instructs|guides"
        "|shows the ropes|shows the ropes to|takes under wing|takes under her wing|takes under his wing|gives lessons to"
        "|徒弟|学生|学员|弟子|指导|教|带|辅导|培训",
    ),
    (
        "manager|superior|director|head|supervisor|answers to|is under|works under|上级",
        "subordinate|direct report|report|has under|is in charge of|leads|directs|heads|oversees|下属|手下|部下|带领",
    ),
    ("employer|works for", "employee|worker|has on staff|员工|雇员|伙计"),
    (
        "landlord|landlady|rents from|leases from|房东|租自",
        "tenant|lodger|lets to|leases to|rents out to|租客|房客|出租给",
    ),
    ("doctor|physician|医生|大夫", "patient|treats|病人|患者|医治"),
    (
        "introduced by|recommended by|referred by|推荐人|介绍人|引荐人|牵线人",
        "introduces|recommends|refers|puts in touch|推荐|介绍|引荐|牵线|推荐给|介绍给|引荐对象|推荐了|介绍了",
    ),
    ("hired by|招聘人", "hires|recruits|brings in|takes on|招进|招来|招了|招入|拉进|拉来|挖来|挖过来|引进|带来|引来"),
    ("customer|client|客户|顾客", "supplier|vendor|supplies|供应商|供货给"),
    ("owner|主人", "pet|宠物"),
    *(
        (both, both)
        for both in (
            "spouse|partner|other half",
            "colleague|teammate|co-author|works with|collaborates with|collaborator|同事|搭档",
            "friend|acquaintance|朋友|认识",
        )
    ),
)


@dataclass(frozen=True, slots=True)
class Kindred:
    """A relation that goes with another: the name it is kept under, and whether it says it from the other side. `implied`:
    the one makes the other true, as far as it says anything; else it is only much like it."""

    name: str
    turned: bool
    implied: bool


@lru_cache(maxsize=4096)
def kindred(name: str, turned: bool) -> tuple[Kindred, ...]:
    """The relations that go with one, given by the name it is kept under and whether it says it from the other side."""
    places = _places()
    found: dict[Kindred, None] = {}
    for group, side in places.get(name, ()):
        family = group < len(_FAMILY)
        for other, of in places.items():
            for group_, side_ in of:
                across = side != side_
                if group_ == group and ((across and family) or (not family and other != name)):
                    found[Kindred(other, across != turned, family)] = None
    return tuple(found)


@lru_cache(maxsize=1)
def _places() -> dict[str, tuple[tuple[int, bool], ...]]:
    """Of each relation its groups, and from which side of them it says what it says."""
    places: dict[str, dict[tuple[int, bool], None]] = {}
    for name, place in _named():
        places.setdefault(name, {})[place] = None
    return {name: tuple(of) for name, of in places.items()}


def _named() -> Iterator[tuple[str, tuple[int, bool]]]:
    for group, sides in enumerate((*_FAMILY, *_ALIKE)):
        for side, words in zip((False, True), sides, strict=True):
            for word in words.split("|"):
                name, turned, _ = relation_of(word)
                yield name, (group, side != turned)
