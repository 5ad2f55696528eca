import { hasValueOfAnother, namesAnother } from "../logs/secret-name.js";
import { maskedJson, maskedJsonLines } from "./mask-json.js";
import { maskedPairs, maskedUrls } from "./mask-url.js";
import { maskedXml } from "./mask-xml.js";
import type { Inner, Masks } from "./masks.js";

/** Characters of a text that is no body. */
const maxText = 8_192;

/** The beginning of a text as it is kept. */
export function shownText(text: string, masks: Masks, limit = maxText, isCut = false): string {
  return masks.beginning(maskedText(text, masks, 0, isCut), limit, isCut);
}

/** How deep texts are looked into that are in texts, such as JSON in a string of JSON. Nobody nests them further. */
const maxDepth = 6;

/**
 * A text without what is secret by its name, whatever it is: JSON, XML, a form, or lines with names and values. What
 * may be secret, but cannot be read, is not kept.
 */
export function maskedText(text: string, masks: Masks, depth = 0, isCut = false): string {
  if (!masks.mayName(text)) return text;
  if (depth > maxDepth) return masks.standIn(text);
  const inner = innerText(masks, depth);
  const first = text.trimStart().charAt(0);
  if (first !== "" && '{["'.includes(first))
    return (
      maskedJson(text, masks, inner, isCut) ??
      maskedJsonLines(text, masks, inner) ??
      // Whatever may have a name in code is not kept.
      (text.includes("\\u") ? masks.standIn(text) : maskedLines(maskedUrls(text, masks, inner), masks))
    );
  // A field such as `Link` has URLs between the same characters.
  if (first === "<") return maskedXml(maskedUrls(text, masks, inner), masks, inner);
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

/** The stand-in of a value that was masked before. */
const maskedBefore = / ?["']?(?:\*\*\*|hidden-[\da-f]{16})/y;

/** The name of a secret, whose value is in another line or part of it: `name: password`. */
const named = /(?<![\w.-])([\w.-]+)["']?[ \t]*[:=][ \t]*["']?([\w.-]{1,64})["']?(?=[ \t]*(?:[,;&}\]]|$))/gm;

/** Lines such as `password: …`. A value that goes on behind its line hides all that follows. */
function maskedLines(text: string, masks: Masks): string {
  const parts: string[] = [];
  let done = 0;
  const isNamed = [...text.matchAll(named)].some(
    ([, name = "", value = ""]) => namesAnother(name) && masks.isSecret(value),
  );
  assigned.lastIndex = 0;
  for (let found = assigned.exec(text); found !== null; found = assigned.exec(text)) {
    const [, name = ""] = found;
    if (!masks.isSecret(name) && !(isNamed && hasValueOfAnother(name))) continue;
    const start = assigned.lastIndex;
    maskedBefore.lastIndex = start;
    if (maskedBefore.test(text)) continue;
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
