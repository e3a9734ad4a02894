"""The published surface: schemas flat and small enough for every client, arguments met half-way.

Models send null and "" for what they leave out, "5" for 5 and a bare string for a list; they misspell
arguments. Here the first are understood and the last is refused by name.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeVar

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools.base import Tool
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from pydantic.json_schema import GenerateJsonSchema

from ..tools.arguments import Arguments
from ..tools.notyet import NOT_YET
from ..tools.reply import Answer, Result
from .errors import as_tool_error, unknown_arguments, wants

A = TypeVar("A", bound=Arguments)

READ = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
WRITE = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
CONDENSE = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False)
ERASE = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False)


class Flat(GenerateJsonSchema):
    """Input schema without generated titles and without the defaults that mean "not given"."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def generate(self, schema: Any, mode: Any = "validation") -> dict[str, Any]:
        out = super().generate(schema, mode)
        out.pop("title", None)
        for prop in out.get("properties", {}).values():
            if not prop.get("default"):
                prop.pop("default", None)
        return out


def outline(schema: dict[str, Any]) -> dict[str, Any]:
    """Output schema reduced to its top-level fields and their types: what a model reads of it."""
    defs = schema.get("$defs", {})

    def kind(prop: dict[str, Any]) -> dict[str, Any]:
        prop = next((a for a in prop.get("anyOf", ()) if a.get("type") != "null"), prop)
        prop = defs[prop["$ref"].rsplit("/", 1)[1]] if "$ref" in prop else prop
        return {"type": prop["type"]}

    return {"type": "object", "properties": {k: kind(v) for k, v in schema["properties"].items()}}


class MemoryTool(Tool):
    """A tool whose schema is flat and whose argument errors name the argument and the way out."""

    @classmethod
    def published(cls, fn: Callable[..., Any], title: str, annotations: ToolAnnotations) -> MemoryTool:
        """The tool of a function, with the schemas as they are published."""
        tool = cls.from_function(fn, title=title, annotations=annotations)
        assert isinstance(tool, MemoryTool)
        meta = tool.fn_metadata
        tool.parameters = meta.arg_model.model_json_schema(schema_generator=Flat)
        for name in NOT_YET[tool.name]:
            prop = tool.parameters["properties"][name]
            prop["description"] = "Not yet. " + prop["description"]
        meta.output_schema = outline(meta.output_schema) if meta.output_schema else None
        return tool

    async def run(self, arguments: dict[str, Any], context: Any, convert_result: bool = False) -> Any:
        known: dict[str, Any] = self.parameters["properties"]
        if unknown := sorted(set(arguments) - set(known)):
            raise unknown_arguments(self.name, unknown, known)
        given = {k: _as_list(v, known[k]) for k, v in arguments.items() if v is not None and v != ""}
        # pydantic reads true as 1
        if odd := [k for k, v in given.items() if isinstance(v, bool) and known[k]["type"] != "boolean"]:
            raise ToolError(" ".join(f"{k} must be {wants(known[k])}." for k in odd))
        try:
            return await super().run(given, context, convert_result)
        except ToolError as fault:
            raise as_tool_error(self.name, known, fault) from fault.__cause__


def _as_list(value: Any, prop: dict[str, Any]) -> Any:
    """A bare string where a list is asked is a list of one; a JSON list in a string is left to the SDK."""
    if prop["type"] == "array" and isinstance(value, str) and not value.lstrip().startswith("["):
        return [value]
    return value


Run = Callable[[Context[Any, Any], A], Awaitable[Answer]]


def tool_of(
    name: str,
    arguments: type[A],
    result: type[Result],
    run: Callable[..., Awaitable[Answer]],
    annotations: ToolAnnotations,
    extra: inspect.Parameter | None = None,
) -> MemoryTool:
    """A published tool made from its argument model: every field is one argument, its docstring the description.

    `run` is called with the context, the arguments, and, if `extra` is given, the value the SDK resolves
    for that parameter (an answer it asked the user for), which is in no schema.
    """

    async def call(**given: Any) -> CallToolResult:
        context = given.pop("ctx")
        more = [given.pop(extra.name)] if extra else []
        answer = await run(context, arguments.model_validate(given), *more)
        return CallToolResult(content=[TextContent(text=answer.text)], structured_content=answer.data.compact())

    fields = arguments.model_fields
    keyword = inspect.Parameter.KEYWORD_ONLY
    parameters = [inspect.Parameter("ctx", keyword, annotation=Context[Any, Any]), *([extra] if extra else [])]
    for field_name, field in fields.items():
        default = inspect.Parameter.empty if field.is_required() else field.get_default(call_default_factory=True)
        annotation = Annotated[field.annotation, field]  # pyright: ignore[reportInvalidTypeForm]
        parameters.append(inspect.Parameter(field_name, keyword, default=default, annotation=annotation))
    returned = Annotated[CallToolResult, result]
    call.__name__ = name
    call.__doc__ = arguments.__doc__
    call.__signature__ = inspect.Signature(parameters, return_annotation=returned)  # pyright: ignore[reportFunctionMemberAccess]
    call.__annotations__ = {p.name: p.annotation for p in parameters} | {"return": returned}
    return MemoryTool.published(call, name.capitalize(), annotations)
