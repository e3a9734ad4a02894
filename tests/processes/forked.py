"""A command of the command line in a forked process: a job of the zygote."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from tests.faults.zygote import Channel


def command(channel: Channel, *, words: Sequence[str], home: str, out: str, err: str) -> None:
    """Run `simonides WORDS` with its output and errors in files, and end with its exit code."""
    from simonides.server.cli import main

    for path, stream in ((out, sys.stdout), (err, sys.stderr)):
        with Path(path).open("wb") as file:
            os.dup2(file.fileno(), stream.fileno())
    os.environ["SIMONIDES_HOME"] = home
    sys.argv = ["simonides", *words]
    code = 0
    try:
        main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # the edge of the process: what an interpreter does with it
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
