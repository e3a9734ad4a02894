"""Reading the benchmark files: JSON lines, and the forms of time in them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

SETS = Path(__file__).parent / "sets"  # what is kept with the project

_CHINESE = re.compile(r"(\d{4})年(\d{1,2})月(\d{1,2})日\D*(\d{1,2}):(\d{2})")


def read_lines(file: Path) -> list[dict[str, Any]]:
    """The objects of a file of JSON lines."""
    with file.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def by_field(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The items of a record that names its fields once: each item as a mapping."""
    return [dict(zip(record["fields"], item, strict=True)) for item in record["items"]]


def english_time(text: str) -> str:
    """ISO 8601 of a time such as "1:56 pm on 8 May, 2023"."""
    return datetime.strptime(text, "%I:%M %p on %d %B, %Y").isoformat(timespec="minutes")


def chinese_time(text: str) -> str:
    """ISO 8601 of a time such as "2024年04月01日 周一 08:51".

    Raises ValueError for anything else.
    """
    if not (found := _CHINESE.fullmatch(text.strip())):
        raise ValueError(f"not a time in the expected form: {text!r}")
    year, month, day, hour, minute = map(int, found.groups())
    return datetime(year, month, day, hour, minute).isoformat(timespec="minutes")
