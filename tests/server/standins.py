"""What stands for the angle brackets in the calls of docs/tools.md: real ids, receipts and tokens, made-up secrets."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Mapping
from typing import Any

from tests.conftest import Desk


def secret(name: str) -> str:
    """Something that looks like a secret, made anew: no file holds one."""
    if name == "a password":
        return f"Qz{secrets.token_hex(4)}!9"
    return "gh" + "p_" + secrets.token_hex(18)


async def stand_in(desk: Desk, name: str) -> str:
    """A real one of what a placeholder names."""
    session = secrets.token_hex(6)
    kept = await desk.remember(f"Harbour {session} closes at ten.", session=session)
    id_, receipt = str(kept.data["id"]), str(kept.data["receipt"])
    if name == "superseded id":
        await desk.remember(f"Harbour {session} closes at eleven.", replaces=[id_])
    elif name == "hidden id":
        await desk.forget(ids=[id_])
    elif name.startswith("token of a list"):
        mode = "erase" if name.endswith("erase") else "hide"
        return (await desk.forget(session=session, mode=mode)).data["confirm"]
    elif name == "cursor":
        return (await desk.recall("harbour", limit=1)).data["cursor"]
    return {"receipt": receipt, "lineage": id_.partition(".")[0]}.get(name, id_)


async def filled(desk: Desk, arguments: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The arguments with real ones for their placeholders, and the secrets among these."""
    text, hidden = json.dumps(arguments), list[str]()
    for name in dict.fromkeys(re.findall(r"<([a-zA-Z ]+)>", text)):
        if name.startswith("a "):
            hidden.append(secret(name))
        text = text.replace(f"<{name}>", hidden[-1] if name.startswith("a ") else await stand_in(desk, name))
    return json.loads(text), hidden
