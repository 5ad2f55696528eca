import type { Node } from "../../data/model/node.js";
import { leaf, startTag } from "../../data/xml/xml-text.js";

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
      text = startTag(next, false, children.length === 0);
      if (children.length > 0) pending.push(`</${next.name}>`);
      for (let at = Math.min(children.length, limit) - 1; at >= 0; at--) pending.push(children[at] as Node);
    }
    length += text.length;
    parts.push(text);
  }
  return { text: parts.join(""), isCut: false };
}
