/** What flows answer otherwise once they are handlers: many flows in one app, so that it is fast. */

import { checkTypes } from "../../compiler/output/type-check.js";
import type { ClientRequest } from "../support/client.js";
import { compileFiles, describeDiagnostic, type Files, isError } from "../support/compile.js";
import { repository } from "../support/project.js";
import { type AppOptions, flowFile } from "../support/samples.js";
import { answers, type Both, both } from "./ejected.js";

/** Something that a handler does otherwise than the flow that it was. */
export interface Difference {
  readonly index: number;
  readonly request: ClientRequest | undefined;
  /** Both answers, or what is wrong with the handler. */
  readonly message: string;
}

const parameter = (where: string, name: string, schema: object) => ({
  in: where,
  name,
  schema,
  ...(where === "path" ? { required: true } : {}),
});
const parameters = [
  parameter("path", "id", { type: "integer" }),
  parameter("query", "q", { type: "string" }),
  parameter("query", "n", { type: "integer" }),
  parameter("query", "flag", { type: "boolean" }),
  parameter("query", "list", { type: "array", items: { type: "string" } }),
  parameter("header", "X-N", { type: "number" }),
  parameter("cookie", "c", { type: "integer" }),
];
const item = { type: "object", properties: { name: { type: "string" }, price: { type: "number" } } };
const body = {
  content: {
    "application/json": {
      schema: {
        type: "object",
        required: ["a"],
        properties: {
          a: { type: "string" },
          b: { type: "number" },
          c: { type: "object", properties: { name: { type: "string" } } },
          items: { type: "array", items: item },
        },
      },
    },
  },
};
const responses = { "200": { description: "OK" } };

/** What the descriptions of flows say of parameters and bodies, in turn. */
const descriptions = [
  (flow: string) => ({ "x-flow": flow }),
  (flow: string) => ({ parameters, get: { "x-flow": flow, responses }, post: { "x-flow": flow, responses } }),
  (flow: string) => ({
    get: { "x-flow": flow, responses, parameters },
    post: { "x-flow": flow, responses, parameters, requestBody: body, "x-flow-validate": { request: true } },
  }),
];

const pathOf = (index: number, id: string): string => `/t/${index}/${id}`;

/** An app of these flows; those that do not build are empty. */
export async function appOf(
  flows: readonly string[],
  options: AppOptions,
): Promise<{ readonly files: Files; readonly broken: ReadonlySet<number> }> {
  const broken = new Set<number>();
  for (;;) {
    const files = filesOf(
      flows.map((flow, index) => (broken.has(index) ? "" : flow)),
      options,
    );
    const { diagnostics } = await compileFiles(files);
    const errors = diagnostics.filter(isError);
    if (errors.length === 0) return { files, broken };
    const before = broken.size;
    for (const { span } of errors) broken.add(Number.parseInt(span?.source.path ?? "", 10));
    if (broken.size === before || broken.has(Number.NaN))
      throw new Error(errors.map(describeDiagnostic).join("\n"));
  }
}

function filesOf(flows: readonly string[], { init, error, files }: AppOptions): Files {
  const paths = flows.map((_, index) => [
    `/t/${index}/{id}`,
    descriptions[index % descriptions.length]?.(`${index}.xml`),
  ]);
  return {
    ...files,
    ...(init === undefined ? {} : { "init.xml": flowFile(init) }),
    ...(error === undefined ? {} : { "error.xml": flowFile(error) }),
    ...Object.fromEntries(flows.map((flow, index) => [`${index}.xml`, flowFile(flow)])),
    "swagger.yaml": JSON.stringify({
      openapi: "3.0.3",
      info: { title: "Random", version: "1" },
      ...(init === undefined ? {} : { "x-flow-init": "init.xml" }),
      ...(error === undefined ? {} : { "x-flow-error": { flow: "error.xml" } }),
      paths: Object.fromEntries(paths),
    }),
  };
}

/** All differences; of each flow, the first. */
export async function differences(
  flows: readonly string[],
  requestsOf: (index: number) => readonly ClientRequest[],
  options: AppOptions,
  typed: boolean,
): Promise<readonly Difference[]> {
  const { files } = await appOf(flows, options);
  const found = new Map<number, Difference>();
  const add = (flow: string, message: string, request?: ClientRequest) => {
    const index = Number.parseInt(flow, 10);
    if (!found.has(index)) found.set(index, { index, request, message });
  };
  let app: Both;
  try {
    app = await both(files);
  } catch (error) {
    if (flows.length === 1) return [{ index: 0, request: undefined, message: String(error) }];
    throw error;
  }
  const handlers = new Map([...app.ejected.moved.values()].map(({ flow, handler }) => [handler, flow]));
  if (typed)
    for (const one of checkTypes(app.modules, repository)) {
      const flow = handlers.get(one.span?.source.path ?? "");
      if (flow !== undefined) add(flow, describeDiagnostic(one));
    }
  for (const index of flows.keys())
    for (const request of requestsOf(index)) {
      const [was, is] = await answers(app, { ...request, path: pathOf(index, request.path ?? "5") });
      if (JSON.stringify(was) !== JSON.stringify(is))
        add(`${index}.xml`, `was ${JSON.stringify(was)}\nis  ${JSON.stringify(is)}`, request);
    }
  return [...found.values()].map((one) => ({ ...one, message: shown(one, flows, app) }));
}

function shown(
  { index, request, message }: Difference,
  flows: readonly string[],
  { ejected: { moved } }: Both,
): string {
  const own = moved.get(`${index}.xml`);
  const parts = [...(own?.parts ?? [])].map(([path, part]) => `--- ${path}\n${part}`);
  return [
    `flow ${index}`,
    flows[index],
    "---",
    own?.text,
    ...parts,
    "---",
    JSON.stringify(request),
    message,
  ].join("\n");
}
