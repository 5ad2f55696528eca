import { maskedJson } from "./mask-json.js";
import { maskedPairs, maskedUrls } from "./mask-url.js";
import { maskedXml } from "./mask-xml.js";
import { type Inner, type Masks, mask } from "./masks.js";

/** Characters of a text that is no body. */
const maxText = 8_192;

/** The beginning of a text as it is kept. */
export function shownText(text: string, masks: Masks, limit = maxText): string {
  return masks.beginning(maskedText(text, masks), limit);
}

/** How deep texts are looked into that are in texts, such as JSON in a string of JSON. Nobody nests them further. */
const maxDepth = 6;

/**
 * A text without what is secret by its name, whatever it is: JSON, XML, a form, or lines with names and values. What
 * may be secret, but cannot be read, is not kept.
 */
export function maskedText(text: string, masks: Masks, depth = 0): string {
  if (!masks.mayName(text)) return text;
  if (depth > maxDepth) return masks.hidden("");
  const inner = innerText(masks, depth);
  const first = text.trimStart().charAt(0);
  if (first !== "" && '{["'.includes(first)) return maskedJson(text, masks, inner);
  if (first === "<") return maskedXml(text, masks, inner);
  if (form.test(text)) return maskedPairs(text, masks, inner);
  return maskedLines(maskedUrls(text, masks, inner), masks);
}

/** Returns the function that masks the texts in a text. */
export function innerText(masks: Masks, depth = 0): Inner {
  return (text) => maskedText(text, masks, depth + 1);
}

/** Names and values of a form, or of a query. */
const form = /^[^\s=&?:"'<>{}]+=[^\s&"'<>{}]*(?:&[^\s=&"'<>{}]+(?:=[^\s&"'<>{}]*)?)*$/;

/** A name, and what says that its value comes. */
const assigned = /(?<![\w.-])([\w.-]+)["']?\]?[ \t]*(?::=|=>|[:=])(?!\/\/)/g;

/** Returns true if a value ends with its line: nothing in it is open, and something is there. */
function isSimple(value: string): boolean {
  const text = value.trim().replace(/[,;]$/, "");
  return /^(?:"[^"']*"|'[^"']*'|[^"']+)$/.test(text) && !/[[\]{}<>|\\]/.test(text);
}

/** Lines such as `password: …`. A value that goes on behind its line hides all that follows. */
function maskedLines(text: string, masks: Masks): string {
  const parts: string[] = [];
  let done = 0;
  assigned.lastIndex = 0;
  for (let found = assigned.exec(text); found !== null; found = assigned.exec(text)) {
    if (!masks.isSecret(found[1] ?? "")) continue;
    const start = assigned.lastIndex;
    if (
      text
        .slice(start, start + 5)
        .trimStart()
        .startsWith(mask)
    )
      continue; // it was masked before
    const line = /[\r\n]|$/g;
    line.lastIndex = start;
    const lineEnd = line.exec(text)?.index ?? text.length;
    const value = text.slice(start, lineEnd);
    const end = isSimple(value) ? lineEnd : text.length;
    const secret = text.slice(start, end).trim();
    if (secret === "") break;
    masks.remember(secret.replace(/^["']|["'][,;]?$/g, ""));
    parts.push(text.slice(done, start), text.startsWith(" ", start) ? " " : "", masks.hidden(secret));
    done = end;
    assigned.lastIndex = end;
  }
  return parts.join("") + text.slice(done);
}
