"""The main job before one's eyes: a real client, a real server process, a store of its own."""

from __future__ import annotations

import sys
import tempfile
from typing import Any

from mcp import Client, StdioServerParameters
from mcp.types import TextContent
from rich.console import Console
from rich.markup import escape

STATEMENTS: tuple[dict[str, Any], ...] = (
    {
        "content": "Mira lives in Bergen, in a flat near the fish market.",
        "subject": "Mira",
        "relation": "lives in",
        "object": "Bergen",
        "exclusive": True,
    },
    {"content": "Mira is allergic to walnuts.", "kind": "fact", "tags": ["health"]},
    {"content": "Mira drinks her coffee black, without sugar.", "kind": "preference"},
    {"content": "The backup of the photo archive runs every Sunday at three in the morning.", "kind": "procedure"},
    {"content": "We decided to write the billing service in Rust.", "kind": "decision", "when": "2026-03"},
    {"content": "Tomas broke his wrist climbing at Fløyen.", "kind": "event", "when": "2026-08-14"},
    {"content": "The staging server listens on port 8443 at /srv/api/v2.", "tags": ["work"]},
    {"content": "米拉的妹妹安雅在苏州教小提琴。"},
    {"content": "周末我喜欢去太湖边骑自行车。", "kind": "preference"},
    {"content": "奶奶的生日是农历八月十五。"},
    {"content": "上个月我们把客厅的墙刷成了浅绿色。", "kind": "event"},
    {"content": "修好洗衣机的师傅姓赵，住在城南。"},
)
QUESTIONS: tuple[tuple[str, str, str], ...] = (
    ("another wording", "In which city is Mira's home?", "Bergen"),
    ("another wording", "Which nuts can Mira not eat?", "walnuts"),
    ("Chinese, another wording", "休息日我一般做什么运动？", "太湖"),
    ("asked in English, stored in Chinese", "Where does Mira's sister teach music?", "苏州"),
    ("asked in Chinese, stored in English", "计费服务用什么语言开发？", "Rust"),
    ("a path, letter by letter", "/srv/api/v2", "8443"),
)


class Show:
    """A client that says what it does, and counts what is not as it should be."""

    def __init__(self, console: Console, client: Client) -> None:
        self.console, self.client, self.wrong = console, client, 0

    async def call(self, tool: str, **arguments: Any) -> tuple[dict[str, Any], str]:
        """The structured result and the text of one call."""
        result: Any = await self.client.call_tool(tool, arguments)
        block = result.content[0]
        return result.structured_content or {}, block.text if isinstance(block, TextContent) else ""

    def expect(self, holds: bool, told: str) -> None:
        """Print a line, marked by whether it holds."""
        self.wrong += not holds
        self.console.print(f"  {'[green]✓[/]' if holds else '[red]✗[/]'} {escape(told)}")


async def run_demo() -> int:
    """Run the demonstration in a folder that goes afterwards; 0 when everything held, else 1."""
    console = Console()
    with tempfile.TemporaryDirectory(prefix="simonides-demo-") as home:
        console.print(f"[bold]Simonides[/], over MCP stdio, with a store of its own in {home}\n")
        console.print("[bold]1. Remember a dozen statements in English and Chinese[/]")
        async with Client(_server(home)) as client:
            wrong = await _remember(Show(console, client))
        console.print("\n[bold]2. Stop the server, start it again, and ask[/]")
        async with Client(_server(home)) as client:
            show = Show(console, client)
            await _ask(show)
            await _correct(show)
            await _forget(show)
            wrong += show.wrong
    console.print("\n[green]All of it held.[/]" if not wrong else f"\n[red]{wrong} did not hold.[/]")
    return 1 if wrong else 0


def _server(home: str) -> StdioServerParameters:
    return StdioServerParameters(command=sys.executable, args=["-m", "simonides", "--home", home, "serve"])


async def _remember(show: Show) -> int:
    for statement in STATEMENTS:
        data, _ = await show.call("remember", **statement)
        show.expect(data.get("outcome") == "stored", f"{data.get('id', '?'):15} {statement['content']}")
    data, _ = await show.call("remember", **STATEMENTS[0])
    show.expect(data.get("outcome") == "reinforced", "the first one again: known already, not stored twice")
    return show.wrong


async def _ask(show: Show) -> None:
    for how, question, expected in QUESTIONS:
        data, _ = await show.call("recall", query=question, limit=3)
        best = data["memories"][0]["content"] if data.get("memories") else "nothing"
        show.expect(expected in best, f"{question}  ({how})")
        show.console.print(f"      → {escape(best)}", style="dim")


async def _correct(show: Show) -> None:
    show.console.print("\n[bold]3. A correction wins, and the old statement can be shown[/]")
    old, _ = await show.call("recall", subject="Mira", relation="lives in")
    moved = "Mira moved to Trondheim in November 2026."
    slots = {"subject": "Mira", "relation": "lives in", "object": "Trondheim"}
    data, _ = await show.call("remember", content=moved, replaces=[old["memories"][0]["id"]], when="2026-11", **slots)
    show.expect(data.get("outcome") == "superseded", moved)
    now, _ = await show.call("recall", query="Where does Mira live?", limit=3)
    homes = [m["content"] for m in now["memories"]]
    show.expect(
        "Trondheim" in homes[0] and not any("Bergen" in h for h in homes), f"Where does Mira live? → {homes[0]}"
    )
    _, text = await show.call("recall", subject="Mira", relation="lives in", history=True)
    show.expect("Bergen" in text and "superseded" in text, "its history:")
    show.console.print(escape(text), style="dim")


async def _forget(show: Show) -> None:
    show.console.print("\n[bold]4. Forget one, and change your mind[/]")
    found, _ = await show.call("recall", query="Who repaired the washing machine?", limit=1)
    target = found["memories"][0]
    data, _ = await show.call("forget", ids=[target["id"]])
    show.expect(data.get("outcome") == "hidden", f"hidden: {target['content']}")
    after, _ = await show.call("recall", query="修洗衣机的师傅姓什么？")
    show.expect(target["id"] not in [m["id"] for m in after["memories"]], "it is in no answer")
    undone, _ = await show.call("forget", undo=data["receipt"])
    show.expect(undone.get("outcome") == "undone", f"undone by its receipt {data['receipt']}")
    secret, text = await show.call("remember", content="My e-mail password is " + "Tr0ub4dor" + "&3")
    show.expect(not secret, f"a password is refused: {text}")
