import type { Edit } from "../../../compiler/eject/edit.js";
import { Refusal } from "../../../compiler/eject/refusal.js";
import { parsedJson } from "../../shared/values.js";

/** What is needed to bring a flow back. */
export interface Entry {
  readonly flow: string;
  /** All of the flow file, if it is gone. */
  readonly text?: string;
  /** The SHA-256 hashes of the handler and its parts as they were written, by their paths. */
  readonly files: Readonly<Record<string, string>>;
  /** In each file, in the order in which they stand there. */
  readonly edits: readonly Omit<Edit, "start">[];
}

/** The handlers that eject has made, by their paths. */
export type EjectRecord = ReadonlyMap<string, Entry>;

export const recordPath = "handlers/ejected.json";

interface Written {
  readonly version: number;
  readonly handlers: Readonly<Record<string, Entry>>;
}

/** @throws Refusal if there is another file of this name */
export function readRecord(text: string | undefined): EjectRecord {
  if (text === undefined) return new Map();
  const written = parsedJson(text) as Partial<Written> | null | undefined;
  if (written?.version !== 1 || typeof written.handlers !== "object")
    throw new Refusal(
      `${recordPath} is not as eject writes it. Take it from an earlier state, or move it away.`,
    );
  return new Map(Object.entries(written.handlers));
}

/** `undefined` if nothing is ejected. */
export function writtenRecord(record: EjectRecord): string | undefined {
  if (record.size === 0) return undefined;
  const sorted = [...record].sort(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify({ version: 1, handlers: Object.fromEntries(sorted) } satisfies Written, null, 2)}\n`;
}
