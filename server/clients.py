"""The clients `simonides install` knows: where each keeps its servers and its rules, and how an entry looks there.

One row a client, from the documentation it names. A client without a documented file is not here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from .environment import PLATFORMS, Platform

Format = Literal["json", "jsonc", "toml"]


@dataclass(frozen=True)
class Launch:
    """How the server is started: an absolute command, its arguments, and the variables that were asked for."""

    command: str
    args: tuple[str, ...]
    env: Mapping[str, str]


Shape = Callable[[Launch], dict[str, Any]]


def _plain(launch: Launch) -> dict[str, Any]:
    entry: dict[str, Any] = {"command": launch.command, "args": list(launch.args)}
    return entry | ({"env": dict(launch.env)} if launch.env else {})


def _typed(launch: Launch) -> dict[str, Any]:
    return {"type": "stdio", **_plain(launch)}


def _copilot(launch: Launch) -> dict[str, Any]:
    return {"type": "local", **_plain(launch), "tools": ["*"]}


def _opencode(launch: Launch) -> dict[str, Any]:
    entry: dict[str, Any] = {"type": "local", "command": [launch.command, *launch.args]}
    return entry | ({"environment": dict(launch.env)} if launch.env else {})


def _opencode_1(launch: Launch) -> dict[str, Any]:
    return {**_opencode(launch), "enabled": True}


@dataclass(frozen=True)
class Scope:
    """The files of one scope, of the user or of a project; several names where the client takes any of them.

    Both are templates for `Environment.place`, or for a project paths in it. `rules` is empty where the client
    documents no file for them.
    """

    files: tuple[str, ...]
    rules: str = ""
    rules_head: str = ""


@dataclass(frozen=True)
class Client:
    """A row. `user` is by platform; `keys` lead to where the entries are; `sign` is there when the client is.

    `clash` is told what is at the first key, and names the client whose form that is, if it is another's.
    """

    name: str
    title: str
    docs: str
    format: Format
    keys: tuple[str, ...]
    shape: Shape
    user: Mapping[Platform, Scope] = field(default_factory=dict[Platform, Scope])
    project: Scope | None = None
    sign: str = ""
    clash: Callable[[Any], str] = lambda _: ""


def _everywhere(*files: str, rules: str = "", head: str = "") -> Mapping[Platform, Scope]:
    return {platform: Scope(files, rules, head) for platform in PLATFORMS}


def _but_windows(folder: str, windows: str, file: str, rules: str) -> Mapping[Platform, Scope]:
    other = Scope((f"{folder}/{file}",), f"{folder}/{rules}")
    return {"darwin": other, "linux": other, "win32": Scope((f"{windows}/{file}",), f"{windows}/{rules}")}


def _flat(held: Any) -> str:
    """OpenCode 2 has its servers one level further down than OpenCode 1, in the same file."""
    entries = list(cast(dict[str, Any], held).values()) if isinstance(held, dict) else []
    return "opencode-1" if any(isinstance(e, dict) and "type" in e for e in entries) else ""


def _nested(held: Any) -> str:
    servers: Any = cast(dict[str, Any], held).get("servers") if isinstance(held, dict) else None
    return "opencode" if isinstance(servers, dict) and "type" not in servers else ""


_SERVERS = ("mcpServers",)
_OPENCODE = _everywhere(
    "{config}/opencode/opencode.json", "{config}/opencode/opencode.jsonc", rules="{config}/opencode/AGENTS.md"
)
_OPENCODE_PROJECT = Scope(("opencode.json", "opencode.jsonc"), "AGENTS.md")
_ALWAYS_MDC = "---\ndescription: When to use the long-term memory\nalwaysApply: true\n---\n\n"
_ALWAYS_KIRO = "---\ninclusion: always\n---\n\n"

CLIENTS: Mapping[str, Client] = {
    client.name: client
    for client in (
        Client(
            "claude-desktop",
            "Claude Desktop",
            "modelcontextprotocol.io/docs/develop/connect-local-servers",
            "json",
            _SERVERS,
            _plain,
            _everywhere("{app}/Claude/claude_desktop_config.json"),
        ),
        Client(
            "claude-code",
            "Claude Code",
            "code.claude.com/docs/en/mcp",
            "json",
            _SERVERS,
            _typed,
            _everywhere("{claude.json}/.claude.json", rules="{claude}/CLAUDE.md"),
            Scope((".mcp.json",), "CLAUDE.md"),
            sign="{claude}",
        ),
        Client(
            "cursor",
            "Cursor",
            "cursor.com/docs/mcp",
            "json",
            _SERVERS,
            _typed,
            _everywhere("{home}/.cursor/mcp.json"),
            Scope((".cursor/mcp.json",), ".cursor/rules/simonides.mdc", _ALWAYS_MDC),
        ),
        Client(
            "vscode",
            "VS Code",
            "code.visualstudio.com/docs/agents/reference/mcp-configuration",
            "jsonc",
            ("servers",),
            _typed,
            _everywhere("{app}/Code/User/mcp.json"),
            Scope((".vscode/mcp.json",), ".github/copilot-instructions.md"),
        ),
        Client(
            "copilot-cli",
            "GitHub Copilot CLI",
            "docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers",
            "json",
            _SERVERS,
            _copilot,
            _everywhere("{copilot}/mcp-config.json", rules="{copilot}/copilot-instructions.md"),
            Scope((".mcp.json",), ".github/copilot-instructions.md"),
        ),
        Client(
            "windsurf",
            "Windsurf",
            "docs.windsurf.com/windsurf/cascade/mcp",
            "json",
            _SERVERS,
            _plain,
            _everywhere(
                "{home}/.codeium/windsurf/mcp_config.json", rules="{home}/.codeium/windsurf/memories/global_rules.md"
            ),
        ),
        Client(
            "devin",
            "Devin CLI",
            "docs.devin.ai/cli/extensibility/configuration",
            "jsonc",
            _SERVERS,
            _plain,
            _but_windows("{home}/.config/devin", "{roaming}/devin", "config.json", "AGENTS.md"),
            Scope((".devin/config.json",), "AGENTS.md"),
        ),
        Client(
            "cline",
            "Cline",
            "docs.cline.bot/getting-started/config",
            "json",
            _SERVERS,
            _typed,
            _everywhere(
                "{home}/.cline/data/settings/cline_mcp_settings.json", rules="{home}/.cline/rules/simonides.md"
            ),
            sign="{home}/.cline",
        ),
        Client(
            "zed",
            "Zed",
            "zed.dev/docs/ai/mcp",
            "jsonc",
            ("context_servers",),
            _plain,
            {
                "darwin": Scope(("{home}/.config/zed/settings.json",), "{home}/.config/zed/AGENTS.md"),
                "linux": Scope(("{config}/zed/settings.json",), "{config}/zed/AGENTS.md"),
                "win32": Scope(("{roaming}/Zed/settings.json",), "{roaming}/Zed/AGENTS.md"),
            },
        ),
        Client(
            "gemini-cli",
            "Gemini CLI",
            "geminicli.com/docs/tools/mcp-server",
            "jsonc",
            _SERVERS,
            _plain,
            _everywhere("{home}/.gemini/settings.json", rules="{home}/.gemini/GEMINI.md"),
            Scope((".gemini/settings.json",), "GEMINI.md"),
        ),
        Client(
            "qwen-code",
            "Qwen Code",
            "qwenlm.github.io/qwen-code-docs/en/users/features/mcp",
            "jsonc",
            _SERVERS,
            _plain,
            _everywhere("{home}/.qwen/settings.json", rules="{home}/.qwen/QWEN.md"),
            Scope((".qwen/settings.json",), "QWEN.md"),
        ),
        Client(
            "codex",
            "Codex",
            "developers.openai.com/codex/mcp",
            "toml",
            ("mcp_servers",),
            _plain,
            _everywhere("{codex}/config.toml", rules="{codex}/AGENTS.md"),
            Scope((".codex/config.toml",), "AGENTS.md"),
        ),
        Client(
            "opencode",
            "OpenCode 2",
            "opencode.ai/v2/docs/mcp-servers",
            "jsonc",
            ("mcp", "servers"),
            _opencode,
            _OPENCODE,
            _OPENCODE_PROJECT,
            clash=_flat,
        ),
        Client(
            "opencode-1",
            "OpenCode 1",
            "opencode.ai/v1/docs/mcp-servers",
            "jsonc",
            ("mcp",),
            _opencode_1,
            _OPENCODE,
            _OPENCODE_PROJECT,
            clash=_nested,
        ),
        Client(
            "kiro",
            "Kiro",
            "kiro.dev/docs/mcp/configuration",
            "json",
            _SERVERS,
            _plain,
            _everywhere(
                "{home}/.kiro/settings/mcp.json", rules="{home}/.kiro/steering/simonides.md", head=_ALWAYS_KIRO
            ),
            Scope((".kiro/settings/mcp.json",), ".kiro/steering/simonides.md", _ALWAYS_KIRO),
            sign="{home}/.kiro",
        ),
        Client(
            "continue",
            "Continue",
            "docs.continue.dev/customize/deep-dives/mcp",
            "json",
            _SERVERS,
            _plain,
            project=Scope((".continue/mcpServers/simonides.json",)),
            sign="{home}/.continue",
        ),
        Client(
            "lm-studio",
            "LM Studio",
            "lmstudio.ai/docs/app/mcp",
            "json",
            _SERVERS,
            _plain,
            _everywhere("{home}/.lmstudio/mcp.json"),
        ),
    )
}
