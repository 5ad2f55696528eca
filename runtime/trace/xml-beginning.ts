import type { Node } from "../data-model/node.js";
import { attribute, escaped } from "../xml/escape.js";
import type { XmlElement } from "../xml/node.js";

interface Beginning {
  readonly text: string;
  readonly isCut: boolean;
}

/** Nodes as XML, as far as `limit` characters go. */
export function xmlBeginning(nodes: readonly Node[], limit: number): Beginning {
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
      text = startTag(next, children.length === 0);
      if (children.length > 0) pending.push(`</${next.name}>`);
      for (let at = Math.min(children.length, limit) - 1; at >= 0; at--) pending.push(children[at] as Node);
    }
    length += text.length;
    parts.push(text);
  }
  return { text: parts.join(""), isCut: false };
}

function startTag(element: Node, isEmpty: boolean): string {
  // The class itself is not asked for: apps without XML do not have it.
  const { declared = new Map<string, string>() } = element as Partial<XmlElement>;
  const declarations = [...declared]
    .filter(([prefix]) => prefix !== "xml")
    .map(([prefix, uri]) => attribute(prefix === "" ? "xmlns" : `xmlns:${prefix}`, uri));
  const attributes = element.attributes.map((one) => attribute(one.name, one.toText()));
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
