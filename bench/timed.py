"""Runs a command; prints as JSON how long it took, the most memory it held, its exit code and what it printed.

A small process between the harness and the command: a child's peak begins with the size of who started it.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time

_UNIT = 1 if sys.platform == "darwin" else 1024  # bytes in which the system counts the peak

if __name__ == "__main__":
    began = time.perf_counter()
    done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, encoding="utf-8")
    took = time.perf_counter() - began
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * _UNIT
    print(json.dumps({"seconds": took, "peak_bytes": peak, "code": done.returncode, "printed": done.stdout}))
