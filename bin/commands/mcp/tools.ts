import { z } from "zod";
import { type Agent, type KeptTrace, published, type Tool, ToolError } from "./agent.js";
import { evaluate } from "./evaluate.js";

/** Characters of a text that an agent gives. */
const text = (description: string) => z.string().max(1_000_000).describe(description);

/** A tool with the type of its arguments. */
function tool<T extends z.ZodRawShape>(
  name: string,
  description: string,
  input: T,
  schema: string | Tool["output"],
  run: (args: z.infer<z.ZodObject<T>>, agent: Agent) => Promise<object>,
): Tool {
  const output = typeof schema === "string" ? published(schema) : schema;
  return {
    name,
    description,
    isReadOnly: true,
    input: z.strictObject(input),
    output,
    run: run as Tool["run"],
  };
}

/** A value that begins with a hyphen would be an option. */
function argument(name: string, value: string): string {
  if (value.startsWith("-")) throw new ToolError(`${name} may not begin with a hyphen.`);
  return value;
}

const check = tool(
  "check",
  "Finds the mistakes of the app, with places, hints and fixes. Takes texts that are not saved yet. Returns the first " +
    "diagnostics, and how many errors and warnings there are in all.",
  {
    files: z
      .record(z.string(), text("The text of the file."))
      .refine((files) => Object.keys(files).length <= 100, "There may be 100 files.")
      .default({})
      .describe("Texts that are not saved yet, by paths relative to the flow directory."),
    limit: z.int().min(1).max(1000).default(50).describe("The most diagnostics; 50 without it."),
    from: z.int().min(0).default(0).describe("How many diagnostics to leave out."),
  },
  "commands/check.schema.json",
  async ({ files, limit, from }, agent) => {
    const texts = new Map(Object.entries(files));
    for (const path of texts.keys())
      if (path.startsWith("/") || path.includes("\\") || path.split("/").some((part) => part.startsWith(".")))
        throw new ToolError(`${JSON.stringify(path)} is no path of a file in the flow directory.`);
    const report = (await agent.json(["check", ...agent.directory], texts)) as {
      readonly diagnostics: readonly unknown[];
    };
    return { ...report, diagnostics: report.diagnostics.slice(from, from + limit) };
  },
);

const explain = tool(
  "explain",
  "Tells what the code of a diagnostic means, and how to correct it; or what a decision such as D-REQ-07 changes.",
  { code: text("Such as FLOW2003.") },
  "commands/explain.schema.json",
  ({ code }, agent) => agent.json(["explain", argument("The code", code)]),
);

const evaluateTool = tool(
  "evaluate",
  "Evaluates an XPath expression or a template of flows on data, which is the JSON body of a request: $body/json leads " +
    "to it. Returns the value, its type, alerts, and the TypeScript that is generated.",
  {
    expression: text(
      "XPath as in flows, without XML's escapes: sum($body/json/items/value/price).",
    ).optional(),
    template: text("The content of a <template>, as in a flow file.").optional(),
    data: z.unknown().describe("Any JSON.").optional(),
  },
  "commands/evaluate.schema.json",
  evaluate,
);

const request = {
  ...tool(
    "request",
    "Sends a request to the app as its files are now, without a server, and returns the answer, and the errors and alerts " +
      "that it logged. Upstream requests fail unless flowc mcp was started with --allow-network. The trace is kept for traces.",
    {
      method: z.string().regex(/^[A-Za-z]{1,30}$/),
      target: text("The path and the query, such as /api/users?limit=5."),
      headers: z
        .record(z.string(), z.string().max(10_000))
        .refine((fields) => Object.keys(fields).length <= 100, "There may be 100 fields.")
        .default({}),
      body: text("The body.").optional(),
    },
    "commands/request.schema.json",
    async ({ method, target, headers, body }, agent) => {
      const fields = Object.entries(headers).map(([name, value]) => `--header=${name}: ${value}`);
      const network = agent.app.allowNetwork ? [] : ["--no-network"];
      const data = body === undefined ? [] : [`--data=${body}`];
      const sent = [...agent.directory, method, argument("The target", target), ...fields, ...data];
      const answer = await agent.json(["request", ...sent, ...network, "--trace"]);
      const { trace, ...rest } = answer as { readonly trace: KeptTrace | null };
      if (trace !== null) agent.keep(trace);
      return { ...rest, traceId: trace?.id ?? null };
    },
  ),
  isReadOnly: false,
};

const traces = tool(
  "traces",
  "Without an ID, lists the last requests of this session, the newest first; with the ID of one, returns its trace: " +
    "actions with places and times, variables, upstream requests, errors.",
  { id: text("The traceId of a request.").optional() },
  () => ({ type: "object", properties: { traces: { type: "array" }, trace: { type: "object" } } }),
  async ({ id }, { traces }) => {
    if (id === undefined) return { traces: traces.map(summaryOf).reverse() };
    const trace = traces.find((one) => one.id === id);
    if (trace === undefined)
      throw new ToolError("There is no such trace; those of the last 50 requests are kept.");
    return { trace };
  },
);

const summaryOf = ({ id, request: { method, target }, response, flow, duration }: KeptTrace) => ({
  ...{ id, request: `${method} ${target}`, response: response?.status ?? null, flow, duration },
});

interface TestDocument {
  readonly tests: readonly { readonly ok: boolean; readonly assertions: readonly unknown[] }[];
}

const test = {
  ...tool(
    "test",
    "Runs the tests of flows. Returns how many passed, and of each that failed the assertions, what differs and what ran. " +
      "Nothing is written.",
    {
      files: z.array(text("The path of a test, relative to the flow directory.")).max(1000).default([]),
      filter: text("Only tests whose path contains this.").optional(),
      all: z.boolean().default(false).describe("Also list the assertions of tests that passed."),
    },
    "commands/test.schema.json",
    async ({ files, filter, all }, agent) => {
      const named = files.map((name) => agent.file(argument("A file", name)));
      const options = [
        ...(filter === undefined ? [] : [`--filter=${filter}`]),
        ...(agent.app.allowNetwork ? ["--allow-network"] : []),
      ];
      const result = await agent.json(["test", ...agent.directory, ...named, ...options]);
      const { tests } = result as TestDocument;
      return { ...result, tests: tests.map((one) => (all || !one.ok ? one : { ...one, assertions: [] })) };
    },
  ),
  isReadOnly: false,
};

const where = tool(
  "where",
  "Finds the place in a flow that a place in server.js comes from: of a log, a stack or a profile.",
  { place: text("gen/server.js:1:2345, or a whole line of a stack.") },
  "commands/where.schema.json",
  async ({ place }, agent) => {
    const [, before = "", file = "", after = ""] =
      /^(.*?\(|at (?:async )?|)?([^()]+?)((?::\d+){2}\)?)$/s.exec(place.trim()) ?? [];
    if (file === "") throw new ToolError(`${JSON.stringify(place)} is no place.`);
    return agent.json(["where", `${before}${agent.file(file.replace(/^file:\/\//, ""))}${after}`]);
  },
);

const map = tool(
  "map",
  "Lists what the app consists of, and what uses what: operations, flows, templates, upstream systems.",
  { focus: text("Only what has to do with a file, a folder, a path or an upstream system.").optional() },
  "commands/map.schema.json",
  ({ focus }, agent) =>
    agent.json(["map", ...agent.directory, ...(focus === undefined ? [] : [`--focus=${focus}`])]),
);

const routes = tool(
  "routes",
  "Lists the operations that the app serves, with their flows, upstream requests and statuses.",
  {},
  "commands/routes.schema.json",
  (_, agent) => agent.json(["routes", ...agent.directory]),
);

const report = tool(
  "report",
  "Judges each operation of an app that moves from the original engine: as-is, differs, fix, manual or blocked, with " +
    "findings, risks and effort.",
  {},
  "commands/report.schema.json",
  (_, agent) => agent.json(["report", ...agent.directory]),
);

const compare = tool(
  "compare",
  "Compares the app's answers, and its upstream requests, with those of a recording of flowc record, without network. " +
    "Returns the differences that nothing explains, by statement.",
  { recording: text("The file that flowc record has written.") },
  () => ({
    type: "object",
    required: ["version", "compared", "differences"],
    properties: { compared: { type: "integer" }, differences: { type: "array" } },
  }),
  async ({ recording }, agent) =>
    agent.json(["compare", ...agent.directory, agent.file(argument("The recording", recording))]),
);

/** The tools that agents can call. */
export const tools: readonly Tool[] = [
  ...[check, explain, evaluateTool, request, traces, test, where, map, routes, report, compare],
];
