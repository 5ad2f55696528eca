import type { Span } from "../source/source-text.js";

/** A text that can stand in place of what is at a place, without changing anything else. */
export interface Fix {
  readonly span: Span;
  readonly text: string;
}

/**
 * The edit that a finding suggests: the nearest name in place of the one that is written, if that is found once at the
 * finding's place as it is written. There is none where the finding has better advice.
 * @param args of the message
 */
export function fixOf(span: Span | undefined, args: unknown): Fix | undefined {
  if (span === undefined || typeof args !== "object" || args === null) return undefined;
  const values = new Map(Object.entries(args));
  const nearest = values.get("nearest");
  if (typeof nearest !== "string" || !isPlain(nearest) || values.get("advice") !== undefined)
    return undefined;
  const { source, start, end } = span;
  const text = source.text.slice(start, end);
  for (const name of written) {
    const value = values.get(name);
    if (typeof value !== "string" || value === "" || !isPlain(value)) continue;
    const at = wholeWord(text, value);
    if (at !== undefined) return { span: source.span(start + at, start + at + value.length), text: nearest };
  }
  return undefined;
}

/** The arguments that hold the name as it is written. */
const written = ["name", "key", "text", "id", "path", "method", "reference", "what"];

/** True of a text that is the same in XML, JSON, YAML and templates. */
const isPlain = (text: string): boolean => /^[\w./{}:-]+$/.test(text);

/** Where a text has a word, if it has it once. */
function wholeWord(text: string, word: string): number | undefined {
  const at = text.indexOf(word);
  if (at < 0 || text.includes(word, at + 1)) return undefined;
  const isInside = /[\w-]/.test(text.charAt(at - 1)) || /[\w-]/.test(text.charAt(at + word.length));
  return isInside ? undefined : at;
}
