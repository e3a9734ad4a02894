"""Several processes on one store: nothing is lost, nothing is doubled, all see what was acknowledged."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.faults.history import Told, doubled
from tests.faults.load import OPENED
from tests.faults.zygote import Child, Zygote, heard

SILENCE_S = 60.0


class Team:
    """Several processes with one store open, each given its orders one after the other."""

    def __init__(self, zygote: Zygote, home: Path, size: int, without: Sequence[str] = ()) -> None:
        self._zygote, self._home = zygote, home
        maker = self._child()  # the store is made by one, before any lock is taken away
        maker.expect()
        maker.end()
        self.members = [self._child(without=without) for _ in range(size)]
        for member in self.members:
            assert member.expect() == OPENED

    def _child(self, **how: Sequence[str]) -> Child:
        return self._zygote.start("tests.faults.load:busy", home=str(self._home), **how)

    def all_do(self, orders: Sequence[Told]) -> list[Told]:
        """One order for each, all at the same time; their answers in the order of the members."""
        for member, order in zip(self.members, orders, strict=True):
            member.channel.tell(number=0, **order)
        return [member.expect(SILENCE_S) for member in self.members]

    def rows(self) -> list[Told]:
        """All rows, as a process sees them that comes new to the store."""
        reader = self._child()
        reader.expect()
        rows = reader.ask(number=0, verb="rows")["rows"]
        reader.end()
        return rows

    def end(self) -> None:
        """Close all of them."""
        for member in self.members:
            member.end()


class Crowd:
    """Writers, readers and one who erases; the parent tells each reader of every row once it is acknowledged."""

    def __init__(self, team: Team, writers: int, readers: int, each: int) -> None:
        self.writers = team.members[:writers]
        self.readers = team.members[writers : writers + readers]
        self.eraser = team.members[-1]
        self.acknowledged: dict[str, str] = {}
        self.unseen: list[str] = []
        self.erased: set[str] = set()
        self._asked: dict[tuple[int, int], str] = {}
        self._each = each
        self._left = Counter({w.pid: each for w in self.writers} | {self.eraser.pid: each // 2})
        self._waiting = 0

    def run(self) -> None:
        """Let all work until the writers are through and every reader has answered."""
        for writer in (*self.writers, self.eraser):
            self._write(writer)
        everybody = (*self.writers, *self.readers, self.eraser)
        while self._waiting:
            told = heard(everybody, SILENCE_S)
            assert told is not None, f"nobody answered for {SILENCE_S:g} s"
            child, answer = told
            assert not {"refused", "failed", "ended"} & answer.keys(), answer
            self._waiting -= 1
            if child in self.readers:
                self._seen(child, answer)
            elif answer["outcome"] == "erased":
                self.erased.update(answer["ids"])
                self._write(child)
            else:
                self._stored(child, answer)

    def _tell(self, child: Child, **order: object) -> None:
        child.channel.tell(**order)
        self._waiting += 1

    def _write(self, child: Child) -> None:
        if self._left[child.pid]:
            self._left[child.pid] -= 1
            number = self._left[child.pid]
            self._tell(child, number=number, verb="remember", content=_statement(child, number))

    def _stored(self, child: Child, answer: Told) -> None:
        assert answer["outcome"] in ("stored", "contested")  # some statements are like others but for a number
        if child is self.eraser:
            self._tell(child, number=0, verb="erase", ids=[answer["id"]])
            return
        content = _statement(child, answer["number"])
        self.acknowledged[answer["id"]] = content
        for reader in self.readers:  # told now, so begun after the acknowledgement
            self._asked[reader.pid, len(self.acknowledged)] = answer["id"]
            self._tell(reader, number=len(self.acknowledged), verb="recall", query=content)
        self._write(child)

    def _seen(self, reader: Child, answer: Told) -> None:
        if self._asked[reader.pid, answer["number"]] not in answer["ids"]:
            self.unseen.append(self._asked[reader.pid, answer["number"]])


def _statement(child: Child, number: int) -> str:
    return f"Process {child.pid} counted {number} gulls at the mole."


def crowded(zygote: Zygote, home: Path, each: int) -> None:
    team = Team(zygote, home, 4 + 2 + 1)
    crowd = Crowd(team, writers=4, readers=2, each=each)

    crowd.run()

    rows = team.rows()
    team.end()
    assert {r["id"]: r["content"] for r in rows} == crowd.acknowledged
    assert len(crowd.acknowledged) == 4 * each
    assert len(crowd.erased) == each // 2
    assert crowd.unseen == []
    assert doubled(rows) == []


def test_four_processes_store_while_others_recall_and_erase_and_every_row_is_seen_at_once(
    zygote: Zygote, tmp_path: Path
) -> None:
    crowded(zygote, tmp_path / "home", each=20)


@pytest.mark.heavy
@pytest.mark.timeout(900)
def test_four_processes_store_two_hundred_each(zygote: Zygote, tmp_path: Path) -> None:
    crowded(zygote, tmp_path / "home", each=200)


def superseded_by_all(team: Team, rounds: int) -> tuple[list[str], int]:
    """Have all processes replace one memory at once, round after round: what is wrong then, and how often one
    of them had to look again."""
    first = team.members[0].ask(number=0, verb="remember", content="The count is 0.")
    lineage, head = first["id"].rpartition(".")[0], first["id"]
    made, wrong, stale = {first["id"]: "The count is 0."}, list[str](), 0
    for number in range(1, rounds + 1):
        contents = [f"The count is {number}, says {name}." for name in "abc"]
        given = head if number % 2 else lineage
        answers = team.all_do([{"verb": "insist", "content": c, "replaces": [given]} for c in contents])
        wrong += [a["why"] for a in answers if "refused" in a]
        told = [(a["id"], c) for a, c in zip(answers, contents, strict=True) if "refused" not in a]
        wrong += [f"{i} acknowledged twice" for i, n in Counter([*made, *(i for i, _ in told)]).items() if n > 1]
        made |= dict(told)
        stale += sum(a.get("stale", 0) for a in answers)
        head = max(made, key=_version)
    return wrong + chain_faults(team.rows(), made), stale


def chain_faults(rows: Sequence[Told], made: dict[str, str]) -> list[str]:
    """What is wrong with the versions of one memory, all of which were acknowledged with the contents given."""
    wrong = [f"{i} is lost" for i in made.keys() - {r["id"] for r in rows}]
    wrong += [f"{r['id']} was never acknowledged" for r in rows if r["id"] not in made]
    wrong += [f"{r['id']} says what it was not told" for r in rows if made.get(r["id"], r["content"]) != r["content"]]
    versions = sorted(_version(r["id"]) for r in rows)
    if versions != list(range(1, len(versions) + 1)):
        wrong.append(f"versions with gaps: {versions}")
    lineage = next(iter(made)).rpartition(".")[0]
    for row in rows:
        before = [f"{lineage}.{_version(row['id']) - 1}"] if _version(row["id"]) > 1 else []
        wrong += [f"{row['id']} replaces {row['supersedes']}"] if row["supersedes"] != before else []
    heads = [r["id"] for r in rows if r["status"] == "current"]
    return wrong + ([f"heads: {heads}"] if heads != [max(made, key=_version)] else []) + doubled(rows)


def _version(id_: str) -> int:
    return int(id_.rpartition(".")[2])


@pytest.mark.parametrize("rounds", [15, pytest.param(40, marks=pytest.mark.heavy)])
def test_three_processes_replace_one_memory_and_no_version_is_lost(zygote: Zygote, tmp_path: Path, rounds: int) -> None:
    team = Team(zygote, tmp_path / "home", 3)

    wrong, stale = superseded_by_all(team, rounds)

    team.end()
    assert wrong == []
    assert stale == 0  # whoever comes between, the id is followed to what stands in its place


def stated_by_all(team: Team, rounds: int) -> list[str]:
    """Have all processes state the same at once, round after round: what is wrong then."""
    by_outcome: defaultdict[tuple[str, ...], int] = defaultdict(int)
    wrong: list[str] = []
    for number in range(rounds):
        answers = team.all_do([{"verb": "remember", "content": f"The tide turns at {number}."}] * len(team.members))
        wrong += [a["why"] for a in answers if "refused" in a]
        outcomes = [a.get("outcome", "refused") for a in answers]
        by_outcome[tuple(sorted("stored" if o == "contested" else o for o in outcomes))] += 1
    if set(by_outcome) != {("reinforced",) * (len(team.members) - 1) + ("stored",)}:
        wrong.append(f"outcomes: {dict(by_outcome)}")
    rows = team.rows()
    return wrong + doubled(rows) + ([f"{len(rows)} rows"] if len(rows) != rounds else [])


@pytest.mark.parametrize("rounds", [20, pytest.param(40, marks=pytest.mark.heavy)])
def test_three_processes_state_the_same_at_once_and_one_row_is_stored(
    zygote: Zygote, tmp_path: Path, rounds: int
) -> None:
    team = Team(zygote, tmp_path / "home", 3)

    wrong = stated_by_all(team, rounds)

    team.end()
    assert wrong == []


def test_without_the_lock_the_same_is_stored_twice(zygote: Zygote, tmp_path: Path) -> None:
    """The tests above can fail: it is the lock that makes them hold."""
    for attempt in range(5):
        team = Team(zygote, tmp_path / str(attempt), 3, without=["lock"])
        wrong = stated_by_all(team, rounds=20)
        team.end()
        if any("stated twice" in told for told in wrong):
            return
    pytest.fail("five times twenty rounds without a lock, and nothing was doubled")


@pytest.mark.heavy
def test_without_the_lock_the_engine_still_keeps_versions_from_being_written_over(
    zygote: Zygote, tmp_path: Path
) -> None:
    """Where a file system has no locks, an edit is refused that was not made from the row as it is. Only that: what
    drops old versions must have the lock, or it takes the files of a commit under way for leftovers."""
    team = Team(zygote, tmp_path / "home", 3, without=["lock", "upkeep"])

    wrong, stale = superseded_by_all(team, rounds=10)

    team.end()
    assert wrong == []
    assert stale > 0


def test_without_lock_and_comparison_versions_are_lost(zygote: Zygote, tmp_path: Path) -> None:
    for attempt in range(5):
        team = Team(zygote, tmp_path / str(attempt), 3, without=["lock", "revision"])
        wrong, _ = superseded_by_all(team, rounds=10)
        team.end()
        if any("says what it was not told" in told or "is lost" in told for told in wrong):
            return
    pytest.fail("five times ten rounds without any guard, and no version was lost")
