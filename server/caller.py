"""Who is asking, and what can be asked of them, as far as the connection tells."""

from __future__ import annotations

from typing import Any

from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.mcpserver import Context
from mcp.types.version import is_version_at_least

from ..storage.memory import CONSOLIDATOR
from ..storage.text.clean import clean
from ..tools.mind import Caller

Ctx = Context[Any, Any]


def caller_of(ctx: Ctx) -> Caller:
    """Who is asking, as far as the connection tells. A tool call is never trusted as the user's own word."""
    params = getattr(ctx.session, "client_params", None)
    info = getattr(params, "client_info", None)
    token = get_access_token()
    name = clean(getattr(info, "name", ""))[:100]
    return Caller(
        client="" if name == CONSOLIDATOR else name, connection=(token.client_id or "http") if token else "stdio"
    )


def can_be_asked(ctx: Ctx) -> bool:
    """Whether the client can put a question to its user now."""
    capabilities = ctx.client_capabilities
    asked = capabilities.elicitation if capabilities else None
    if asked is None or (asked.form is None and asked.url is not None):
        return False
    return is_version_at_least(ctx.protocol_version or "", "2026-07-28") or ctx.session.can_send_request
