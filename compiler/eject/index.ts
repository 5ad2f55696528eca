import type { Compilation } from "../index.js";
import type { RouteOperation } from "../load/routes.js";
import { Refusal } from "./refusal.js";

/** What becomes of a flow. Paths are relative to the flow directory. */
export interface Ejected {
  /** The handler as TypeScript. */
  readonly text: string;
  /** New flow files, for actions that have no counterpart in TypeScript: the handler calls them. Path to text. */
  readonly parts: ReadonlyMap<string, string>;
  /** What the handler does otherwise than the flow, or what stays XML; sentences for people. */
  readonly notes: readonly string[];
}

/**
 * Rewrites a flow as a handler.
 * @param compilation has the modules of the app
 * @param flow the path of the flow file
 * @param handler the path of the handler
 * @param operations those that the handler will answer; none if other flows call it
 * @throws Refusal
 */
export function eject(
  { program }: Compilation,
  flow: string,
  _handler: string,
  _operations: readonly RouteOperation[],
): Ejected {
  const { source, span } = program?.flows.get(flow) ?? {};
  const [, json] =
    /<flow>\s*<template>([^{]*|\{[^{}]*\})<\/template>\s*<\/flow>\s*$/.exec(source?.text ?? "") ?? [];
  if (json === undefined) throw new Refusal(`${flow} is more than a template that is a constant.`, span);
  const text = `import { handler, respond } from "flowc/handler";

${"export"} default handler(($) => {
  respond($, ${json.trim()});
});
`;
  return { text, parts: new Map(), notes: [] };
}
