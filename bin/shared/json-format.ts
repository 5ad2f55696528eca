import { Option } from "commander";

export type TextOrJson = "text" | "json";

/** `--format`, of a result that people or programs read. */
export const textOrJson = (what: string): Option =>
  new Option("--format <format>", what).choices(["text", "json"]).default("text");

/** A result as a JSON document. Its published schema has the same version. */
export const asDocument = (members: object): string =>
  `${JSON.stringify({ version: 1, ...members }, null, 2)}\n`;
