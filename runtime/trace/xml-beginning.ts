import type { Node } from "../data-model/node.js";
import { attribute, escaped } from "../xml/escape.js";
import type { XmlElement } from "../xml/node.js";
import { type Masks, mask } from "./masks.js";

interface Beginning {
  readonly text: string;
  readonly isCut: boolean;
}

/** Nodes as XML, with masks in place of secret elements and attributes, as far as `limit` characters go. */
export function xmlBeginning(nodes: readonly Node[], masks: Masks, limit: number): Beginning {
  const parts: string[] = [];
  let length = 0;
  const pending: (Node | string)[] = nodes.slice(0, limit).reverse();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (length > limit) return { text: parts.join(""), isCut: true };
    let text: string;
    if (typeof next === "string") text = next;
    else if (next.type === "document") {
      text = "";
      pending.push(...[...next.children].reverse());
    } else if (next.type !== "element") text = leaf(next);
    else {
      const { children } = next;
      text = startTag(next, masks, children.length === 0);
      if (children.length > 0) {
        pending.push(`</${next.name}>`);
        if (masks.isSecret(next.localName)) {
          masks.remember(next.toText());
          masks.remember(next.toText().trim());
          pending.push(masks.hidden(""));
        } else
          for (let at = Math.min(children.length, limit) - 1; at >= 0; at--)
            pending.push(children[at] as Node);
      }
    }
    length += text.length;
    parts.push(text);
  }
  return { text: parts.join(""), isCut: false };
}

function startTag(element: Node, masks: Masks, isEmpty: boolean): string {
  // The class itself is not asked for: apps without XML do not have it.
  const { declared = new Map<string, string>() } = element as Partial<XmlElement>;
  const declarations = [...declared]
    .filter(([prefix]) => prefix !== "xml")
    .map(([prefix, uri]) => attribute(prefix === "" ? "xmlns" : `xmlns:${prefix}`, uri));
  const attributes = element.attributes.map((one) => {
    const value = one.toText();
    if (!masks.isSecret(one.localName)) return attribute(one.name, value);
    masks.hidden(value);
    return attribute(one.name, mask);
  });
  return `<${element.name}${[...declarations, ...attributes].map((one) => ` ${one}`).join("")}${isEmpty ? "/" : ""}>`;
}

function leaf(node: Node): string {
  const text = node.toText();
  switch (node.type) {
    case "text":
      return escaped(text);
    case "comment":
      return `<!--${text}-->`;
    case "processing-instruction":
      return `<?${node.name} ${text}?>`;
    default:
      return attribute(node.name, text);
  }
}
