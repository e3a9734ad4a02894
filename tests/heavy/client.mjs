// The TypeScript SDK as a client: all four tools over one transport. Prints one line of JSON.
// Usage: node client.mjs stdio COMMAND ARGS... | node client.mjs http URL | node client.mjs sse URL
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const [kind, target, ...rest] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${process.env.SIMONIDES_HTTP_TOKEN}` };
const transports = {
  stdio: () => new StdioClientTransport({ command: target, args: rest, env: process.env, stderr: "inherit" }),
  http: () => new StreamableHTTPClientTransport(new URL(target + "/mcp"), { requestInit: { headers } }),
  sse: () =>
    new SSEClientTransport(new URL(target + "/sse"), {
      requestInit: { headers },
      eventSourceInit: { fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...headers } }) },
    }),
};
let questions = 0;
const client = new Client({ name: "ts", version: "1" }, { capabilities: { elicitation: { form: {} } } });
client.setRequestHandler(ElicitRequestSchema, async () => {
  questions += 1;
  return { action: "accept", content: { confirm: true } };
});
await client.connect(transports[kind]());
const call = async (name, args) => {
  const result = await client.callTool({ name, arguments: args });
  if (result.isError) throw new Error(result.content[0].text);
  return result.structuredContent;
};
const tools = (await client.listTools()).tools.map((tool) => tool.name);
const stored = await call("remember", { content: "The office is in Oslo.", tags: ["ts"] });
const found = await call("recall", { query: "Where is the office?" });
const summary = await call("summarise", { query: "office" });
const hidden = await call("forget", { ids: [stored.id] });
const undone = await call("forget", { undo: hidden.receipt });
const listed = await call("forget", { ids: [stored.id], mode: "erase" });
const erased = await call("forget", { confirm: listed.confirm });
const refused = await client.callTool({ name: "recall", arguments: { qurey: "x" } });
await client.close();
console.log(
  JSON.stringify({
    tools,
    found: found.memories.map((memory) => memory.content),
    summary: summary.summary.includes("Oslo"),
    outcomes: [stored.outcome, hidden.outcome, undone.outcome, listed.outcome, erased.outcome],
    refused: refused.isError,
    questions,
  }),
);
