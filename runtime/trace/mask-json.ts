import { type Masks, mask } from "./masks.js";

/**
 * JSON as a text with masks in place of the values of secret members. It may be cut off, and need not be JSON. Every
 * character is looked at a few times at most.
 */
export function maskedJson(text: string, masks: Masks): string {
  const parts: string[] = [];
  let done = 0;
  for (let quote = text.indexOf('"'); quote >= 0; ) {
    const end = endOfString(text, quote);
    const colon = afterSpace(text, end);
    if (text[colon] !== ":") {
      quote = text.indexOf('"', end);
      continue;
    }
    let next = colon + 1;
    if (masks.isSecret(unquoted(text.slice(quote, end)))) {
      const start = afterSpace(text, next);
      next = endOfValue(text, start);
      rememberIn(text.slice(start, next), masks);
      parts.push(text.slice(done, start), `"${mask}"`);
      done = next;
    }
    quote = text.indexOf('"', next);
  }
  return parts.join("") + text.slice(done);
}

/** The offset after the closing quote; the end of the text if there is none. */
function endOfString(text: string, quote: number): number {
  for (let at = quote + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === backslash) at++;
    else if (code === doubleQuote) return at + 1;
  }
  return text.length;
}

const [backslash, doubleQuote] = [0x5c, 0x22];

function afterSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \t\r\n".includes(text.charAt(at))) at++;
  return at;
}

function endOfValue(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return endOfString(text, start);
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"') at = endOfString(text, at) - 1;
    else if ("[{".includes(character)) depth++;
    else if ("]}".includes(character)) {
      if (depth === 0) return at;
      depth--;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && ", \t\r\n".includes(character)) return at;
  }
  return text.length;
}

/** Remembers all texts and numbers in a secret value. */
function rememberIn(value: string, masks: Masks): void {
  masks.hidden("");
  for (let at = 0; at < value.length; ) {
    if (value[at] === '"') {
      const end = endOfString(value, at);
      masks.remember(unquoted(value.slice(at, end)));
      at = end;
      continue;
    }
    const from = at;
    while (at < value.length && !'",:[]{} \t\r\n'.includes(value.charAt(at))) at++;
    masks.remember(value.slice(from, at));
    if (at === from) at++;
  }
}

function unquoted(string: string): string {
  if (!string.includes("\\"))
    return string.slice(1, string.endsWith('"') && string.length > 1 ? -1 : undefined);
  try {
    return String(JSON.parse(string));
  } catch {
    return string.slice(1);
  }
}
