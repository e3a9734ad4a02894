"""The entry point of the bundle: `simonides serve`, with the settings the client asked its user for."""

from __future__ import annotations

import os
import sys

from simonides.server.cli import main

# A client may leave the place of a setting that was not filled in as it stands in the manifest.
for name in [n for n, value in os.environ.items() if n.startswith("SIMONIDES_") and value.startswith("${")]:
    del os.environ[name]
sys.argv = ["simonides", "serve"]
main()
