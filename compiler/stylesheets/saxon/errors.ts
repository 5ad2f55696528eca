import type { Span } from "../../source/source-text.js";
import type { XmlElement } from "../../syntax/xml.js";
import type { StylesheetModule } from "./modules.js";

export interface StylesheetError {
  readonly reason: string;
  /** `undefined` if the compiler does not say. */
  readonly span: Span | undefined;
}

/** The error that the XSLT compiler wrote to standard error. It stops at the first one. */
export function stylesheetError(output: string, modules: readonly StylesheetModule[]): StylesheetError {
  const found = errorText.exec(output);
  if (found === null) return { reason: "the XSLT compiler failed.", span: undefined };
  const [, code = "", line, module, text = ""] = found;
  const message = withoutPaths(text, modules);
  const inXPath = xpathError.exec(message);
  if (inXPath !== null) {
    const [, xpath = "", reason = ""] = inXPath;
    return { reason: `${reason} in {${xpath}} (${code})`, span: attributeWith(xpath, modules) };
  }
  const reason = `${message} (${code})`;
  const where = modules[module === undefined ? 0 : Number(module)];
  const isKnown = line !== undefined && (module !== undefined || modules.length === 1);
  return {
    reason,
    span: isKnown && where !== undefined ? elementAt(where, Number(line), message) : undefined,
  };
}

const errorText =
  /^Error (\w+)(?: on line (\d+))?(?: in (\d+)\/\S*)?:\s*\n\s+(.*?)\s*(?:\nFailed to compile|(?![\s\S]))/ms;

const xpathError = /^Static error in (?:XPath|pattern)(?: on line \d+)? \{(.*?)\}: (.*)$/s;

/**
 * The compiler reads copies of the modules in numbered directories. This replaces the paths of the copies by
 * those of the modules.
 */
function withoutPaths(message: string, modules: readonly StylesheetModule[]): string {
  return message.replace(
    /file:\S*\/(\d+)\/[\w.-]+/g,
    (url, number) => modules[Number(number)]?.source.path ?? url,
  );
}

function attributeWith(xpath: string, modules: readonly StylesheetModule[]): Span | undefined {
  for (const { root } of modules) {
    for (const { attributes } of descendants(root)) {
      for (const { value } of attributes.values()) {
        const start = xpath === "" ? -1 : value.text.indexOf(xpath);
        if (start >= 0) return value.span(start, start + xpath.length);
      }
    }
  }
  return undefined;
}

/**
 * Finds the element that a message is about. The compiler gives the line where the start tag ends. If several
 * end there, it is the one that the message names.
 */
export function elementAt({ root, source }: StylesheetModule, line: number, message: string): Span {
  let best: XmlElement = root;
  let bestRank = 0;
  for (const element of descendants(root)) {
    const start = source.place(element.nameSpan.start).line;
    if (start > line) continue;
    const rank = (start === line ? 1 : 0) + (names(message).has(element.name) ? 2 : 0);
    if (rank >= bestRank) [best, bestRank] = [element, rank];
  }
  return best.nameSpan;
}

function names(message: string): ReadonlySet<string> {
  return new Set([...message.matchAll(/[\w.-]+(?::[\w.-]+)?/g)].map(([name]) => name));
}

/** An element and all its descendants, in document order. */
export function* descendants(root: XmlElement): Iterable<XmlElement> {
  const pending = [root];
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    yield element;
    for (let index = element.children.length - 1; index >= 0; index--)
      pending.push(element.children[index] as XmlElement);
  }
}
