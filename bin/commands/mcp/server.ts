import { type CallToolResult, fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Run, Surroundings } from "../../shared/surroundings.js";
import { messageOf } from "../../shared/values.js";
import { ownVersion } from "../../shared/version.js";
import { Agent, type App, type Tool, ToolError } from "./agent.js";
import { tools } from "./tools.js";

/** Serves agents on standard input and output until the input ends. */
export async function serve(app: App, surroundings: Surroundings, run: Run): Promise<void> {
  const handle = serveStdio(
    () => {
      const agent = new Agent(app, surroundings, run);
      const server = new McpServer({ name: "flowc", version: ownVersion() }, { instructions });
      for (const tool of tools) register(server, tool, agent);
      return server;
    },
    { onerror: (error) => surroundings.stderr(`flowc: ${messageOf(error)}\n`) },
  );
  await new Promise<void>((resolve) => {
    process.stdin.once("close", resolve).once("end", resolve);
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  await handle.close();
}

const instructions =
  "flowc compiles HTTP API flows in XML to TypeScript. After each edit of a flow call check; explain says what a code " +
  "means, evaluate tries an expression, request sends a request to the app, and traces shows what it did, by line.";

function register(server: McpServer, { name, isReadOnly, ...tool }: Tool, agent: Agent): void {
  server.registerTool(
    name,
    {
      description: tool.description,
      inputSchema: tool.input,
      outputSchema: fromJsonSchema(tool.output()),
      annotations: { readOnlyHint: isReadOnly, openWorldHint: !isReadOnly && agent.app.allowNetwork },
    },
    async (args: unknown): Promise<CallToolResult> => {
      try {
        const result = await agent.inTurn(() => tool.run(args as never, agent));
        return { content: [{ type: "text", text: bounded(result) }], structuredContent: { ...result } };
      } catch (error) {
        const text = error instanceof ToolError ? error.message : `flowc: ${messageOf(error)}`;
        return { content: [{ type: "text", text }], isError: true };
      }
    },
  );
}

/** Characters: what is longer helps no agent. */
const maxResult = 400_000;

function bounded(result: object): string {
  const text = JSON.stringify(result);
  if (text.length > maxResult)
    throw new ToolError(
      `The result has ${text.length} characters, ${maxResult} are the most. Ask for a part.`,
    );
  return text;
}
