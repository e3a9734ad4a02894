"""Relations that go together: what one of them says of two, another says of them less closely, or from the other side.

"Her daughter is Kirsty" makes her a parent of Kirsty, and who trains somebody is much like a teacher. They stay relations
of their own, since none says quite what the other does; a probe for one may still be answered by the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from .relations import relation_of

# Of each group what is said from one side, and what is said from the other, from which object and subject change places.
_GROUPS = (
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
    (
        "teacher|mentor|instructor|trainer|coach|tutor|supervisor|教练|导师|师傅|指导人|learns from|studies under",
        "pupil|student|apprentice|trainee|mentee|protégé|disciple|trains|coaches|tutors|instructs|guides"
        "|shows the ropes|shows the ropes to|takes under wing|takes under her wing|takes under his wing|gives lessons to"
        "|徒弟|学生|学员|弟子|指导|教|带|辅导|培训",
    ),
    (
        "manager|superior|director|head|answers to|is under|works under|上级",
        "subordinate|direct report|report|has under|is in charge of|leads|directs|heads|oversees|runs the team of"
        "|下属|手下|部下|带领",
    ),
    ("employer|works for", "employee|worker|has on staff|员工|雇员|伙计"),
    (
        "landlord|landlady|rents from|leases from|rents the hill from|房东|租自",
        "tenant|lodger|lets to|leases to|rents out to|租客|房客|出租给",
    ),
    ("doctor|physician|dentist|vet|therapist|nurse|医生|大夫", "patient|treats|病人|患者|医治"),
    (
        "introduced by|recommended by|referred by|推荐人|介绍人|引荐人|牵线人",
        "introduces|recommends|refers|puts in touch|推荐|介绍|引荐|牵线|推荐给|介绍给|引荐对象|推荐了|介绍了",
    ),
    (
        "hired by|招聘人",
        "hires|recruits|brings in|takes on|招进|招来|招了|招入|拉进|拉来|挖来|挖过来|引进|带来|引来",
    ),
    ("lent by", "lends|借给"),
    ("customer|client|客户|顾客", "supplier|vendor|supplies|供应商|供货给"),
    ("owner|主人", "pet|宠物"),
)
# Groups that hold from either side alike.
_EITHER = (
    "sibling|brother|sister|half-brother|half-sister|twin|哥哥|弟弟|姐姐|妹妹|大哥|姐|哥|弟|妹|兄弟|姐妹",
    "cousin|relative|表哥|表姐|表弟|表妹|堂哥|堂姐|堂弟|堂妹|亲戚",
    "spouse|partner|other half|wife|husband",
    "brother-in-law|sister-in-law|in-law|姐夫|妹夫|嫂子|弟媳|小舅子|大舅子|小姨子",
    "colleague|teammate|co-author|works with|collaborates with|collaborator|同事|搭档",
    "friend|acquaintance|knows|朋友|认识",
)


@lru_cache(maxsize=4096)
def kindred(name: str, turned: bool) -> tuple[tuple[str, bool], ...]:
    """The relations that go with one, by the name each is kept under, and whether each says it from the other side."""
    places = _places()
    found: dict[tuple[str, bool], None] = {}
    for group, side in places.get(name, ()):
        for other, of in places.items():
            for group_, side_ in of:
                if group_ == group and other != name:
                    either = side is None or side_ is None
                    found.update(
                        {(other, t): None for t in ((False, True) if either else ((side != side_) != turned,))}
                    )
    return tuple(found)


@lru_cache(maxsize=1)
def _places() -> dict[str, tuple[tuple[int, bool | None], ...]]:
    """Of each relation its groups, and from which side it says what they say; None where either will do."""
    places: dict[str, dict[tuple[int, bool | None], None]] = {}
    for name, place in _named():
        places.setdefault(name, {})[place] = None
    return {name: tuple(of) for name, of in places.items()}


def _named() -> Iterator[tuple[str, tuple[int, bool | None]]]:
    for group, sides in enumerate(_GROUPS):
        for side, words in zip((False, True), sides, strict=True):
            for word in words.split("|"):
                name, turned, _ = relation_of(word)
                yield name, (group, side != turned)
    for group, words in enumerate(_EITHER, start=len(_GROUPS)):
        for word in words.split("|"):
            yield relation_of(word)[0], (group, None)
