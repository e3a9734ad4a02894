"""The bundle and the entry for the registry: in the form their specifications ask for, and in step with the package."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any, cast

import jsonschema
import pytest
from mcp import Client, StdioServerParameters

from simonides.server.config import Config
from tests.conftest import Desk

pytestmark = pytest.mark.anyio
HERE = Path(__file__).parent
ROOT = HERE.parents[1]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]


def parsed(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


MANIFEST = parsed(ROOT / "packaging" / "manifest.json")
ENTRY = parsed(ROOT / "server.json")


def built(out: Path) -> Path:
    """A bundle, built by the command of `make bundle`."""
    command = [sys.executable, str(ROOT / "packaging" / "bundle.py"), "--out", str(out)]
    told = subprocess.run(command, capture_output=True, text=True, check=True, cwd=out.parent)
    return Path(told.stdout.splitlines()[0])


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bundle as a client unpacks it."""
    folder = tmp_path_factory.mktemp("bundle")
    zipfile.ZipFile(built(folder / "dist")).extractall(folder / "unpacked")
    return folder / "unpacked"


@pytest.mark.parametrize(
    ("document", "schema"), [(MANIFEST, "mcpb-manifest.schema.json"), (ENTRY, "server.schema.json")]
)
def test_both_have_the_form_their_specifications_ask_for(document: Any, schema: str) -> None:
    asked = parsed(HERE / schema)

    cast(Any, jsonschema).validate(document, asked)  # raises for the schema, too


@pytest.mark.parametrize(
    ("document", "schema"), [(MANIFEST, "mcpb-manifest.schema.json"), (ENTRY, "server.schema.json")]
)
def test_the_schemas_refuse_what_they_do_not_know(document: Any, schema: str) -> None:
    with pytest.raises(cast(Any, jsonschema).ValidationError):
        cast(Any, jsonschema).validate({**document, "colour": "red"}, parsed(HERE / schema))


def test_their_versions_are_the_packages() -> None:
    said = [MANIFEST["version"], ENTRY["version"], *(p["version"] for p in ENTRY["packages"])]

    assert set(said) == {VERSION}


async def test_the_tools_of_the_manifest_are_the_servers(desk: Desk) -> None:
    tools = (await desk.client.list_tools()).tools

    assert [tool["name"] for tool in MANIFEST["tools"]] == [tool.name for tool in tools]


def test_every_setting_asked_for_is_one_the_server_has() -> None:
    env = MANIFEST["server"]["mcp_config"]["env"]

    assert env == {f"SIMONIDES_{key.upper()}": f"${{user_config.{key}}}" for key in MANIFEST["user_config"]}
    assert set(MANIFEST["user_config"]) <= set(Config.model_fields)
    assert {v["name"] for p in ENTRY["packages"] for v in p["environmentVariables"]} == set(env)


def test_the_same_sources_give_the_same_bytes(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()

    assert built(tmp_path / "a" / "dist").read_bytes() == built(tmp_path / "b" / "dist").read_bytes()


def test_the_bundle_holds_what_its_pyproject_installs_and_what_its_manifest_starts(unpacked: Path) -> None:
    inside = {p.relative_to(unpacked).as_posix() for p in unpacked.rglob("*") if p.is_file()}

    sources = {
        p.relative_to(ROOT).as_posix()
        for floor in ("simonides", "server", "tools", "storage")
        for p in (ROOT / floor).rglob("*.py")
    }
    beside = {"pyproject.toml", "README.md", "LICENSE", "manifest.json", "simonides/py.typed"}
    assert inside == sources | beside | {MANIFEST["server"]["entry_point"]}


def importable(unpacked: Path, folder: Path) -> Path:
    """What `uv` makes of a bundle's pyproject: a folder from which its package can be imported."""
    project = tomllib.loads((unpacked / "pyproject.toml").read_text(encoding="utf-8"))
    for package, place in project["tool"]["setuptools"]["package-dir"].items():
        target = folder.joinpath(*package.split("."))
        target.mkdir(parents=True, exist_ok=True)
        for path in (unpacked / place).iterdir():
            (target / path.name).symlink_to(path)
    return folder


def stores(folder: Path) -> list[str]:
    """The names of the homes below a folder."""
    return [table.parent.parent.name for table in folder.rglob("memories.lance")]


@pytest.mark.parametrize("filled_in", [True, False])
async def test_the_command_of_an_unpacked_bundle_starts_a_server_that_lists_its_tools(
    unpacked: Path, tmp_path: Path, filled_in: bool
) -> None:
    config = MANIFEST["server"]["mcp_config"]
    asked = {"home": str(tmp_path / "store"), "scope": "work", "timezone": "Europe/Berlin"}
    chosen: dict[str, str] = asked if filled_in else {}
    settings: dict[str, str] = {}
    for name, value in config["env"].items():
        key = value.removeprefix("${user_config.").removesuffix("}")
        settings[name] = chosen.get(key, str(value))  # a client may leave in place what was not filled in
    run, directory, folder, script = (a.replace("${__dirname}", str(unpacked)) for a in config["args"])
    path = {"HOME": str(tmp_path), "PYTHONPATH": str(importable(unpacked, tmp_path / "site"))}

    # This environment stands in for the one uv would make; the script runs as `uv run` runs it.
    server = StdioServerParameters(command=sys.executable, args=[script], cwd=folder, env=path | settings)
    async with Client(server) as client:
        tools = (await client.list_tools()).tools
        stored = await client.call_tool("remember", {"content": "The office is in Oslo."})

    assert (config["command"], run, directory) == ("uv", "run", "--directory")
    assert [tool.name for tool in tools] == [tool["name"] for tool in MANIFEST["tools"]]
    assert not stored.is_error
    assert stores(tmp_path) == ["store" if filled_in else "simonides"]
    assert stores(unpacked) == []


def test_the_test_above_runs_the_sources_of_the_bundle(unpacked: Path, tmp_path: Path) -> None:
    env = {"PYTHONPATH": str(importable(unpacked, tmp_path / "site"))}
    code = "import simonides.server.cli as c, os; print(os.path.realpath(c.__file__))"

    where = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=env, capture_output=True, text=True, check=True
    )

    assert where.stdout.strip() == str((unpacked / "server" / "cli.py").resolve())
