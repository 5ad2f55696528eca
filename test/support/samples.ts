/**
 * Tables of flows and the response that each must give. A table is compiled as one app, with a path and a
 * flow file for each sample, because this is cheap. If the flow of one sample does not build, only that
 * sample fails.
 */
import type { Hono } from "hono";
import { beforeAll, describe, expect, test } from "vitest";
import { type ClientRequest, type ClientResponse, send } from "./client.js";
import { app, compileFiles, describeDiagnostic, type Files, importModules, isError } from "./compile.js";

export interface Sample {
  readonly name: string;
  /** The content of the `<flow>` element. */
  readonly flow: string;
  /** Added to the sample's path in the API description, such as `/{id}`. */
  readonly pattern?: string;
  readonly request?: ClientRequest;
  /** The expected status; 200 by default. */
  readonly status?: number;
  /** The expected body, parsed. */
  readonly json?: unknown;
  /** The expected body, to the byte. */
  readonly text?: string;
  /** The expected header fields; `null` for one that must be absent. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly check?: (response: ClientResponse) => void;
}

export interface AppOptions {
  /** The content of the error flow's and the init flow's `<flow>` element. */
  readonly error?: string;
  readonly init?: string;
  /** More files of the flow directory, such as sub-flows. */
  readonly files?: Files;
}

export const basePath = "/t";

/** Escapes a text for the content of an element. */
export function inXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

export function flowFile(content: string): string {
  return `<flow>\n${content}\n</flow>\n`;
}

/** An API description with one flow file for each path. It is JSON, which YAML parsers read, too. */
export function apiFiles(paths: Readonly<Record<string, string>>, options: AppOptions = {}): Files {
  const entries = Object.entries(paths);
  const files: Record<string, string | Uint8Array> = { ...options.files };
  entries.forEach(([, content], index) => {
    files[`${index}.xml`] = flowFile(content);
  });
  if (options.init !== undefined) files["init.xml"] = flowFile(options.init);
  if (options.error !== undefined) files["error.xml"] = flowFile(options.error);
  files["swagger.yaml"] = JSON.stringify({
    swagger: "2.0",
    basePath,
    ...(options.init === undefined ? {} : { "x-flow-init": "init.xml" }),
    ...(options.error === undefined ? {} : { "x-flow-error": { flow: "error.xml" } }),
    paths: Object.fromEntries(entries.map(([pattern], index) => [pattern, { "x-flow": `${index}.xml` }])),
  });
  return files;
}

/** An app with this flow at its one path, `/t/x`. */
export function flow(content: string, options?: AppOptions): Promise<Hono> {
  return app(apiFiles({ "/x": content }, options));
}

/** Sends a request to the one path of `flow()`. */
export function ask(one: Hono, request: ClientRequest = {}): Promise<ClientResponse> {
  return send(one, { ...request, path: `${basePath}/x` });
}

/** Cases by their names, or a list of cases that are computed. */
export type Table<Case extends { readonly name: string }> =
  | Readonly<Record<string, Omit<Case, "name">>>
  | readonly Case[];

export const listed = <Case extends { readonly name: string }>(table: Table<Case>): readonly Case[] =>
  isList(table) ? table : Object.entries(table).map(([name, one]) => ({ name, ...one }) as Case);

const isList = <Case extends { readonly name: string }>(table: Table<Case>): table is readonly Case[] =>
  Array.isArray(table);

export function samples(title: string, table: Table<Sample>, options: AppOptions = {}): void {
  const list = listed(table);
  describe(title, () => {
    let built: Built;
    beforeAll(async () => {
      built = await buildSamples(list, options);
    });
    list.forEach((sample, index) => {
      test(sample.name, async () => {
        const problem = built.problems.get(index);
        if (problem !== undefined) throw new Error(`The flow does not build:\n${problem}`);
        const path = `${basePath}/${index}${sample.request?.path ?? ""}`;
        compareResponse(await send(built.app, { ...sample.request, path }), sample);
      });
    });
  });
}

export type Expected = Pick<Sample, "status" | "json" | "text" | "headers" | "check">;

export function compareResponse(response: ClientResponse, expected: Expected): void {
  const isJson = "json" in expected;
  // Status and body are compared together: an unexpected status alone would hide the error document that
  // explains it. The log explains the rest.
  const log = response.log.map(({ topic, message }) => `${topic}: ${message}`).join("\n");
  expect(
    { status: response.status, body: isJson ? parsed(response.text) : response.text },
    log,
  ).toStrictEqual({
    status: expected.status ?? 200,
    body: isJson ? expected.json : (expected.text ?? response.text),
  });
  if (isJson && expected.headers?.["content-type"] === undefined) {
    expect(response.headers.get("content-type")).toMatch(/^application\/json(;|$)/);
  }
  for (const [name, value] of Object.entries(expected.headers ?? {})) {
    expect({ [name]: response.headers.get(name) }).toStrictEqual({ [name]: value });
  }
  expected.check?.(response);
}

interface Built {
  readonly app: Hono;
  /** The build errors of samples that were left out, by index. */
  readonly problems: ReadonlyMap<number, string>;
}

async function buildSamples(list: readonly Sample[], options: AppOptions): Promise<Built> {
  const problems = new Map<number, string>();
  for (;;) {
    const files = sampleFiles(list, options, problems);
    const { modules, diagnostics } = await compileFiles(files);
    const errors = diagnostics.filter(isError);
    if (errors.length === 0) return { app: await importModules(modules), problems };
    const before = problems.size;
    for (const error of errors) {
      const index = Number.parseInt(error.span?.source.path ?? "", 10);
      if (Number.isNaN(index)) throw new Error(describeDiagnostic(error));
      problems.set(index, `${problems.get(index) ?? ""}${describeDiagnostic(error)}\n`);
    }
    if (problems.size === before) throw new Error(errors.map(describeDiagnostic).join("\n"));
  }
}

/** The files of all samples. Those with problems get an empty flow, so that all others keep their paths. */
function sampleFiles(
  list: readonly Sample[],
  options: AppOptions,
  problems: ReadonlyMap<number, string>,
): Files {
  const paths = list.map(({ flow, pattern }, index): [string, string] => [
    `/${index}${pattern ?? ""}`,
    problems.has(index) ? "" : flow,
  ]);
  // Objects keep the order of keys such as `/0`, but would sort plain numbers.
  return apiFiles(Object.fromEntries(paths), options);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return `no JSON: ${text}`;
  }
}
