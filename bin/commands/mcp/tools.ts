import type { JsonSchemaType } from "@modelcontextprotocol/server";
import { type Evaluation, evaluate } from "./evaluate.js";
import { type KeptTrace, published, type Session, type Tool, ToolError } from "./session.js";

/** Characters of a text that an agent gives. */
const maxText = 1_000_000;

const text = (description: string): JsonSchemaType => ({ type: "string", maxLength: maxText, description });

const object = (properties: Record<string, JsonSchemaType>, ...required: string[]): JsonSchemaType => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

/** What begins with a hyphen would be an option. */
function argument(name: string, value: string): string {
  if (value.startsWith("-")) throw new ToolError(`${name} may not begin with a hyphen.`);
  return value;
}

interface Check {
  readonly files?: Readonly<Record<string, string>>;
  readonly limit?: number;
  readonly from?: number;
}

interface Report {
  readonly diagnostics: readonly unknown[];
}

const check: Tool = {
  name: "check",
  description:
    "Finds the mistakes of the app, with places, hints and fixes. Takes texts that are not saved yet. Returns the first " +
    "diagnostics, and how many errors and warnings there are in all.",
  isReadOnly: true,
  input: object({
    files: {
      type: "object",
      description: "Texts that are not saved yet, by paths relative to the flow directory.",
      additionalProperties: { type: "string", maxLength: maxText },
      maxProperties: 100,
    },
    limit: {
      type: "integer",
      minimum: 1,
      maximum: 1000,
      description: "The most diagnostics; 50 without it.",
    },
    from: { type: "integer", minimum: 0, description: "How many diagnostics to leave out." },
  }),
  output: published("commands/check.schema.json"),
  async run({ files = {}, limit = 50, from = 0 }: Check, session) {
    const texts = new Map(Object.entries(files));
    for (const path of texts.keys())
      if (path.startsWith("/") || path.includes("\\") || path.split("/").some((part) => part.startsWith(".")))
        throw new ToolError(`${JSON.stringify(path)} is no path of a file in the flow directory.`);
    const report = (await session.json(["check", session.app.directory], texts)) as Report;
    return { ...report, diagnostics: report.diagnostics.slice(from, from + limit) };
  },
};

const explain: Tool = {
  name: "explain",
  description:
    "Tells what the code of a diagnostic means, and how to correct it; or what a decision such as D-REQ-07 changes.",
  isReadOnly: true,
  input: object({ code: text("Such as FLOW2003.") }, "code"),
  output: published("commands/explain.schema.json"),
  run: ({ code }: { readonly code: string }, session) =>
    session.json(["explain", argument("The code", code)]),
};

const evaluateTool: Tool = {
  name: "evaluate",
  description:
    "Evaluates an XPath expression or a template of flows on data, which is the JSON body of a request: $body/json leads " +
    "to it. Returns the value, its type, alerts, and the TypeScript that is generated.",
  isReadOnly: true,
  input: object({
    expression: text("XPath as in flows, without XML's escapes: sum($body/json/items/value/price)."),
    template: text("The content of a <template>, as in a flow file."),
    data: { description: "Any JSON." },
  }),
  output: published("commands/evaluate.schema.json"),
  run: (evaluation: Evaluation, session) => evaluate(evaluation, session),
};

interface AppRequest {
  readonly method: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const request: Tool = {
  name: "request",
  description:
    "Sends a request to the app as its files are now, without a server, and returns the answer, and the errors and alerts " +
    "that it logged. Upstream requests fail unless flowc mcp was started with --allow-network. The trace is kept for traces.",
  isReadOnly: false,
  input: object(
    {
      method: { type: "string", pattern: "^[A-Za-z]{1,30}$" },
      target: text("The path and the query, such as /api/users?limit=5."),
      headers: {
        type: "object",
        additionalProperties: { type: "string", maxLength: 10_000 },
        maxProperties: 100,
      },
      body: text("The body."),
    },
    "method",
    "target",
  ),
  output: published("commands/request.schema.json"),
  async run({ method, target, headers = {}, body }: AppRequest, session) {
    const fields = Object.entries(headers).flatMap(([name, value]) => [`--header=${name}: ${value}`]);
    const network = session.app.allowNetwork ? [] : ["--no-network"];
    const sent = [session.app.directory, method, argument("The target", target)];
    const answer = (await session.json([
      "request",
      ...sent,
      ...fields,
      ...(body === undefined ? [] : [`--data=${body}`]),
      ...network,
      "--trace",
    ])) as { readonly trace: KeptTrace | null };
    const { trace, ...rest } = answer;
    if (trace !== null) session.keep(trace);
    return { ...rest, traceId: trace?.id ?? null };
  },
};

const traces: Tool = {
  name: "traces",
  description:
    "Without an ID, lists the last requests of this session, the newest first; with the ID of one, returns its trace: " +
    "actions with places and times, variables, upstream requests, errors.",
  isReadOnly: true,
  input: object({ id: text("The traceId of a request.") }),
  output: () => ({
    type: "object",
    properties: { traces: { type: "array" }, trace: { type: "object" } },
  }),
  async run({ id }: { readonly id?: string }, { traces }) {
    if (id === undefined)
      return {
        traces: traces
          .map(({ id, request, response, flow, duration }) => ({
            id,
            request: head(request),
            response: status(response),
            flow,
            duration,
          }))
          .reverse(),
      };
    const trace = traces.find((one) => one.id === id);
    if (trace === undefined)
      throw new ToolError("There is no such trace; those of the last 50 requests are kept.");
    return { trace };
  },
};

const head = (request: unknown): string => {
  const { method, target } = request as { readonly method: string; readonly target: string };
  return `${method} ${target}`;
};

const status = (response: unknown): number | null =>
  (response as { readonly status?: number } | undefined)?.status ?? null;

interface TestDocument {
  readonly tests: readonly { readonly ok: boolean; readonly assertions: readonly unknown[] }[];
}

const test: Tool = {
  name: "test",
  description:
    "Runs the tests of flows. Returns how many passed, and of each that failed the assertions, what differs and what ran. " +
    "Nothing is written.",
  isReadOnly: false,
  input: object({
    files: {
      type: "array",
      items: text("The path of a test, relative to the flow directory."),
      maxItems: 1000,
    },
    filter: text("Only tests whose path contains this."),
    all: { type: "boolean", description: "Also list the assertions of tests that passed." },
  }),
  output: published("commands/test.schema.json"),
  async run(
    {
      files = [],
      filter,
      all = false,
    }: { readonly files?: readonly string[]; readonly filter?: string; readonly all?: boolean },
    session: Session,
  ) {
    const named = files.map((name) => session.file(argument("A file", name)));
    const result = (await session.json([
      "test",
      session.app.directory,
      ...named,
      ...(filter === undefined ? [] : [`--filter=${filter}`]),
      ...(session.app.allowNetwork ? ["--allow-network"] : []),
    ])) as TestDocument;
    return {
      ...result,
      tests: result.tests.map((one) => (all || !one.ok ? one : { ...one, assertions: [] })),
    };
  },
};

const where: Tool = {
  name: "where",
  description:
    "Finds the place in a flow that a place in server.js comes from: of a log, a stack or a profile.",
  isReadOnly: true,
  input: object({ place: text("gen/server.js:1:2345, or a whole line of a stack.") }, "place"),
  output: published("commands/where.schema.json"),
  run({ place }: { readonly place: string }, session) {
    const [, before = "", file = "", after = ""] =
      /^(.*?\(|at (?:async )?|)?([^()]+?)((?::\d+){2}\)?)$/s.exec(place.trim()) ?? [];
    if (file === "") throw new ToolError(`${JSON.stringify(place)} is no place.`);
    return session.json(["where", `${before}${session.file(file.replace(/^file:\/\//, ""))}${after}`]);
  },
};

const map: Tool = {
  name: "map",
  description:
    "Lists what the app consists of, and what uses what: operations, flows, templates, upstream systems.",
  isReadOnly: true,
  input: object({ focus: text("Only what has to do with a file, a folder, a path or an upstream system.") }),
  output: published("commands/map.schema.json"),
  run: ({ focus }: { readonly focus?: string }, session) =>
    session.json(["map", session.app.directory, ...(focus === undefined ? [] : [`--focus=${focus}`])]),
};

const routes: Tool = {
  name: "routes",
  description: "Lists the operations that the app serves, with their flows, upstream requests and statuses.",
  isReadOnly: true,
  input: object({}),
  output: published("commands/routes.schema.json"),
  run: (_, session) => session.json(["routes", session.app.directory]),
};

const report: Tool = {
  name: "report",
  description:
    "Judges each operation of an app that moves from the original engine: as-is, differs, fix, manual or blocked, with " +
    "findings, risks and effort.",
  isReadOnly: true,
  input: object({}),
  output: published("commands/report.schema.json"),
  run: (_, session) => session.json(["report", session.app.directory]),
};

const compare: Tool = {
  name: "compare",
  description:
    "Compares the app's answers, and its upstream requests, with those of a recording of flowc record, without network. " +
    "Returns the differences that nothing explains, by statement.",
  isReadOnly: true,
  input: object({ recording: text("The file that flowc record has written.") }, "recording"),
  output: () => ({
    type: "object",
    required: ["version", "compared", "differences"],
    properties: { compared: { type: "integer" }, differences: { type: "array" } },
  }),
  run: ({ recording }: { readonly recording: string }, session) =>
    session.json(["compare", session.app.directory, session.file(argument("The recording", recording))]),
};

/** What agents can call. */
export const tools: readonly Tool[] = [
  check,
  explain,
  evaluateTool,
  request,
  traces,
  test,
  where,
  map,
  routes,
  report,
  compare,
];
