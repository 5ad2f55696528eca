import { type Masks, mask } from "./masks.js";

/**
 * XML as a text with masks in place of the content of secret elements, and of secret attributes. It may be cut off, and
 * need not be well-formed.
 */
export function maskedXml(text: string, masks: Masks): string {
  const parts: string[] = [];
  let done = 0;
  for (let open = text.indexOf("<"); open >= 0; ) {
    const [, name] = tagName(text, open);
    if (name === undefined) {
      open = text.indexOf("<", open + 1);
      continue;
    }
    const end = endOfTag(text, open);
    const tag = text.slice(open, end);
    parts.push(text.slice(done, open), maskedTag(tag, name, masks));
    done = end;
    if (!tag.endsWith("/>") && masks.isSecret(localName(name))) {
      const found = text.indexOf(`</${name}`, end);
      done = found < 0 ? text.length : found;
      rememberIn(text.slice(end, done), masks);
      parts.push(mask);
    }
    open = text.indexOf("<", done);
  }
  return parts.join("") + text.slice(done);
}

function tagName(text: string, open: number): readonly (string | undefined)[] {
  tagStart.lastIndex = open;
  return tagStart.exec(text) ?? [];
}

const tagStart = /<([A-Za-z_][\w.:-]*)/y;

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** The offset after the `>` that is in no attribute. */
function endOfTag(text: string, open: number): number {
  let quote = "";
  for (let at = open; at < text.length; at++) {
    const character = text.charAt(at);
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === '"' || character === "'") quote = character;
    else if (character === ">") return at + 1;
  }
  return text.length;
}

function maskedTag(tag: string, element: string, masks: Masks): string {
  if (!tag.includes("=")) return tag;
  return tag.replace(
    /(?<![\w.:-])([\w.:-]+)(\s*=\s*)("[^"]*"?|'[^']*'?)/g,
    (whole: string, name: string, equals: string, value: string) => {
      // `<param name="password" value="…"/>`
      const isSecret = masks.isSecret(localName(name)) || (/^value$/i.test(name) && namesSecret(tag, masks));
      if (!isSecret || name === element) return whole;
      const quote = value.charAt(0);
      masks.remember(unescaped(value.slice(1, value.endsWith(quote) ? -1 : undefined)));
      masks.hidden("");
      return `${name}${equals}${quote}${mask}${quote}`;
    },
  );
}

function namesSecret(tag: string, masks: Masks): boolean {
  const [, name = ""] = /\s(?:name|key|id)\s*=\s*["']([^"']*)["']/i.exec(tag) ?? [];
  return name !== "" && masks.isSecret(name);
}

/** Remembers all texts in a secret element. */
function rememberIn(content: string, masks: Masks): void {
  masks.hidden("");
  for (const text of content.replace(/<!\[CDATA\[|\]\]>/g, "").split(/<[^<>]*>/)) {
    masks.remember(unescaped(text));
    masks.remember(unescaped(text.trim()));
  }
}

function unescaped(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");
}
