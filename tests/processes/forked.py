"""The command line in a process that is there already: what to fork, as importing takes ten times as long as most
commands."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Sequence

import typer

from simonides.server.cli import main
from tests.faults.zygote import Channel


def typed(home: str, words: Sequence[str]) -> tuple[int, str, str]:
    """Exit code, output and errors of `simonides WORDS`, run here and now."""
    os.environ["SIMONIDES_HOME"] = home
    sys.argv = ["simonides", *words]
    code, out, err = 0, io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
        except typer.Exit as end:
            code = end.exit_code
    return code, out.getvalue(), err.getvalue()


def typing(channel: Channel, home: str, words: Sequence[str]) -> None:
    """Job: type `simonides WORDS`; tell the exit code and what was printed."""
    code, out, err = typed(home, words)
    channel.tell(code=code, out=out, err=err)
