import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readDirectory } from "../../../compiler/source/index.js";
import { inNewDirectory } from "../../shared/directory.js";
import { exitCodes } from "../../shared/surroundings.js";
import { parsedJson } from "../../shared/values.js";
import { escapedMarkup } from "../../shared/visible-lines.js";
import { type Agent, ToolError } from "./agent.js";

interface Evaluation {
  readonly expression?: string | undefined;
  readonly template?: string | undefined;
  readonly data?: unknown;
}

/** Makes an app of one flow with the expression or the template, and sends it the data as JSON. */
export async function evaluate({ expression, template, data = null }: Evaluation, agent: Agent) {
  if ((expression === undefined) === (template === undefined))
    throw new ToolError("Give either an expression or a template.");
  if (template?.includes("</template")) throw new ToolError("The template may not end itself.");
  return inNewDirectory("evaluate", async (folder) => {
    const action = expression === undefined ? "template" : "eval";
    // The text begins on a line of its own, so that places of findings are those of the text, but for one line.
    writeFileSync(
      join(folder, "flow.xml"),
      `<flow><${action} out="$result">\n${expression === undefined ? template : escapedMarkup(expression)}</${action}>\n<template>{{ $result }}</template></flow>`,
    );
    writeFileSync(
      join(folder, "swagger.yaml"),
      'swagger: "2.0"\npaths: { /: { post: { x-flow: flow.xml } } }\n',
    );
    const { compile } = await import("../../../compiler/index.js");
    const { modules, diagnostics } = await compile(readDirectory(folder, undefined));
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    if (errors.length > 0) throw new ToolError(errors.map(sentence).join("\n"));
    const field = ["-H", "Content-Type: application/json"];
    const sent = [
      "request",
      folder,
      "POST",
      "/",
      ...field,
      "-d",
      JSON.stringify(data),
      "--no-cache",
      "--no-network",
    ];
    const { code, stdout, stderr } = await agent.flowc([...sent, "--trace", "--format", "json"]);
    if (code !== exitCodes.fine) throw new ToolError(stderr.trim());
    const answer = JSON.parse(stdout) as Answer;
    const json = parsedJson(answer.body ?? "");
    const result = answer.trace?.events.find(({ kind, name }) => kind === "variable" && name === "result");
    return {
      version: 1,
      type: result?.value?.type ?? "undefined",
      text: result?.value?.text ?? null,
      json: json === undefined ? answer.body : json,
      status: answer.status,
      alerts: answer.events,
      warnings: diagnostics.map(sentence),
      typescript: modules.find(({ path }) => path.startsWith("endpoints/"))?.text ?? "",
    };
  });
}

interface Answer {
  readonly status: number;
  readonly body?: string;
  readonly events: readonly string[];
  readonly trace?: {
    readonly events: readonly {
      readonly kind: string;
      readonly name?: string;
      readonly value?: { readonly type?: string; readonly text?: string };
    }[];
  } | null;
}

interface Found {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly span?:
    | { readonly source: { place(offset: number): { line: number; column: number } }; readonly start: number }
    | undefined;
}

function sentence({ code, severity, message, hint, span }: Found): string {
  const place = span?.source.place(span.start);
  const where = place === undefined ? "" : `${place.line - 1}:${place.column} `;
  return `${where}${severity} ${code} ${message}${hint === undefined ? "" : ` ${hint}`}`;
}
