import type { RecordedExchange } from "../../../runtime/observe/trace/index.js";
import type { FoundDifference } from "../../recording/differences/difference.js";
import { type Message, Printed } from "../../recording/printed.js";

/** Differences as all reports print them: without secrets. */
export function printedDifferences(
  found: readonly FoundDifference[],
  messages: readonly Message[],
): readonly FoundDifference[] {
  if (found.length === 0) return found;
  const printed = new Printed(messages);
  return found.map((each) => {
    const show = shower(each, printed);
    return { ...each, was: show(each.was), is: show(each.is) };
  });
}

/** A recording may have been made with secrets. */
export function printedExchange(exchange: RecordedExchange): RecordedExchange {
  const { request } = exchange;
  return { ...exchange, request: { ...request, target: new Printed([]).url(request.target) } };
}

/** Returns the function that shows one side of a difference. */
function shower({ class: kind, what }: FoundDifference, printed: Printed): (text: string) => string {
  // The ID of an upstream request comes first: `price: field x-key`.
  const part = kind === "upstream-request-changed" ? what.slice(what.indexOf(": ") + 2) : what;
  const field = kind === "field" ? what : /^field (.*)$/s.exec(part)?.[1];
  if (field !== undefined) return (text) => printed.field(field, text);
  const names = kind.startsWith("body-") || part.startsWith("body ") ? part.split(/[\s.[\]"@]+/) : [];
  return (text) => printed.text(text, names);
}
