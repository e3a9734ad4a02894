"""Processor time of a server that runs as a child of this process. Linux only."""

from __future__ import annotations

import os
from pathlib import Path


def children() -> set[int]:
    """The processes that any thread of this one started and that still run. Raises OSError where there is no /proc."""
    tasks = Path("/proc/self/task")
    return {int(pid) for task in tasks.iterdir() for pid in (task / "children").read_text().split()}


def processor_s(pid: int) -> float:
    """The seconds a process, with all its threads, has been on a processor; counted in hundredths."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
