import type { Trace } from "../../../runtime/observe/trace/index.js";
import { type Draft, NoTest } from "./facts.js";
import { requestFields } from "./fields.js";

/** The text that traces have in place of a secret. */
const mask = "***";

export const isMasked = (text: string, { hasSecrets }: Trace): boolean => hasSecrets && text.includes(mask);

/**
 * Proves that the trace has the request as it was sent.
 * @throws NoTest which names what is masked
 */
export function checkMasks(draft: Draft): void {
  const { trace } = draft;
  const { target, fields, body } = trace.request;
  const names = [
    ...(isMasked(target, trace) ? [`${namesIn(target.split(/[?&;#]/))} in the path or query`] : []),
    ...[...requestFields(fields, draft)]
      .filter(([, values]) => values.some((value) => isMasked(value, trace)))
      .map(([name]) => `the header field ${name}`),
    ...(isMasked(body?.text ?? "", trace)
      ? [`${namesIn((body?.text ?? "").split(/[&,{}[\]\n]/))} in the body`]
      : []),
  ];
  if (names.length > 0)
    throw new NoTest(
      `The test would need what is masked: ${names.join("; ")}. Let secrets be shown, send the request again, and save that one.`,
    );
}

/** The names before masked values, in what looks like `name=value` or `"name": "value"`. */
function namesIn(parts: readonly string[]): string {
  const found = parts
    .filter((part) => part.includes(mask))
    .map((part) => /^[\s"']*([\w.-]+)["']?\s*[=:]/.exec(part)?.[1])
    .filter((name) => name !== undefined);
  return found.length === 0 ? "a value" : [...new Set(found)].slice(0, 10).join(", ");
}
