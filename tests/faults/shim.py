"""What a disk can do to a process: the library `shim.c`, built, put before a program, and spoken to from inside."""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Literal

import pytest

_SOURCE = Path(__file__).with_name("shim.c")
_ROOT = _SOURCE.parent.parent.parent
_KINDS = ("write", "sync")
Kind = Literal["write", "sync"]


def built(folder: Path) -> Path:
    """The library, made in `folder` unless it is there. Skips the test where it cannot be made."""
    if sys.platform != "linux":
        pytest.skip("faults are put before the C library with LD_PRELOAD, on Linux")
    compiler = shutil.which("gcc")
    if compiler is None:
        pytest.skip("gcc is not there to build the shim with")
    made = folder / "shim.so"
    if not made.exists():
        command = [compiler, "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", str(made), str(_SOURCE), "-ldl"]
        subprocess.run([*command, "-lpthread"], check=True)
    return made


def run(library: Path, module: str, *given: str, wait_s: float, **environ: str) -> str:
    """Run a module of the tests with the library before it; what it printed. Its fault is the test's fault."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("SIMONIDES_")}
    env |= {"LD_PRELOAD": str(library), "OPENBLAS_NUM_THREADS": "1"} | environ
    command = [sys.executable, "-m", module, *given]
    done = subprocess.run(command, env=env, cwd=_ROOT, capture_output=True, text=True, timeout=wait_s, check=False)
    assert done.returncode == 0, f"{module} ended with {done.returncode}:\n{done.stderr[-4000:]}"
    return done.stdout


class Shim:
    """The library as this process has it before it. Raises AttributeError in a process without."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(None)
        self._library.faults_seen.restype = ctypes.c_long
        self._library.faults_failed.restype = ctypes.c_long
        self._library.faults_arm.argtypes = (
            ctypes.c_char_p,
            ctypes.c_int,
            ctypes.c_long,
            ctypes.c_int,
            ctypes.c_int,
        )

    def record(self, root: Path, log: Path, kept: Path) -> None:
        """Record every sync below `root` from now on."""
        fault: int = self._library.faults_record(*(os.fsencode(p.resolve()) for p in (root, log, kept)))
        if fault:
            raise OSError(fault, f"files below {root} have no identities to be recorded by")

    def arm(self, root: Path, kind: Kind, nth: int, *, sticky: bool = False, error: int = errno.EIO) -> None:
        """Let the nth write or sync below `root` fail, counted from now; with `sticky` all after it, too."""
        self._library.faults_arm(os.fsencode(root.resolve()), _KINDS.index(kind), nth, sticky, error)

    def calm(self) -> None:
        """Let everything succeed again."""
        self._library.faults_calm()

    @property
    def failed(self) -> int:
        """How many calls failed since it was armed."""
        return int(self._library.faults_failed())

    def seen(self, kind: Kind) -> int:
        """How many calls of a kind there were since it was armed."""
        return int(self._library.faults_seen(_KINDS.index(kind)))
