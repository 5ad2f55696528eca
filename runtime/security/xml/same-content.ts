import type { Node } from "../../data/model/node.js";
import { CryptoError } from "../crypto/crypto-errors.js";

/**
 * Whether an element has the content of its canonical form (Canonical XML 1.0), which leaves out the signature and all
 * comments.
 * @throws CryptoError for a comment inside a text: whoever reads only one text node misses the rest of the text
 */
export function hasSameContent(element: Node, canonical: Node, signature: Node): boolean {
  if (element.name !== canonical.name || element.namespaceUri !== canonical.namespaceUri) return false;
  if (!haveSameAttributes(element, canonical)) return false;
  const parts = contentOf(element, signature);
  const others = contentOf(canonical, signature);
  return (
    parts.length === others.length &&
    parts.every((part, index) => {
      const other = others[index];
      if (typeof part === "string" || typeof other !== "object") return part === other;
      return part.type === "element" && hasSameContent(part, other, signature);
    })
  );
}

function haveSameAttributes({ attributes }: Node, { attributes: others }: Node): boolean {
  if (attributes.length !== others.length) return false;
  const values = new Map(others.map((one) => [`${one.name} ${one.namespaceUri}`, one.toText()]));
  return attributes.every((one) => values.get(`${one.name} ${one.namespaceUri}`) === one.toText());
}

/** Elements, processing instructions, and the texts between them. */
function contentOf(parent: Node, signature: Node): readonly (string | Node)[] {
  const parts: (string | Node)[] = [];
  for (const child of parent.children) {
    if (child === signature || child.type === "comment") continue;
    const last = parts.at(-1);
    if (child.type !== "text") parts.push(child);
    else if (typeof last === "string") parts[parts.length - 1] = last + child.toText();
    else parts.push(child.toText());
  }
  const hasText = parts.some((part) => typeof part === "string" && /\S/.test(part));
  if (hasText && parent.children.some(({ type }) => type === "comment"))
    throw new CryptoError("There is a comment inside of text, which no signature covers.");
  return parts;
}
