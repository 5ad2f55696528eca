import { Leaf, type Node } from "../data/model/node.js";

/** The rules of HTML 4 for elements and attributes, as libxml2 knows them. Names are in lower case. */

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}

/** Elements that have no end tag. */
export const voidElements = names("area base basefont br col frame hr img input isindex link meta param");

/** Elements around which white space may be added. */
export const blockElements = names(
  "address area base blockquote body caption center col colgroup dd dir div dl dt fieldset form frame frameset h1 h2 h3 h4 h5 h6 head hr html isindex legend li link menu meta noframes noscript ol optgroup option p param pre style table tbody td tfoot th thead title tr ul",
);

/** Attributes that mean something by being there. */
export const booleanAttributes = names(
  "checked compact declare defer disabled ismap multiple nohref noresize noshade nowrap readonly selected",
);

/** Where a document says what its encoding is (XSLT 1.0 §16.2). */
export interface Meta {
  /** The text of `content` in the element `meta`. */
  readonly content: string;
  /** The element that gets a `meta` as its first child. */
  readonly head?: Node;
  /** The attribute whose value is replaced. */
  readonly replaced?: Node;
}

/** `undefined` if there is no place for it, or if the document says it already. */
export function contentTypeMeta(document: Node, encoding: string): Meta | undefined {
  const content = `text/html; charset=${encoding}`;
  let place = placeAmong(document.elements);
  if (place?.name === "html") place = placeAmong(place.node.elements, place.node);
  if (place === undefined || place.name === "html") return undefined;
  const { node, parent } = place;
  const head = place.name === "head" ? node : parent;
  const candidates = place.name === "head" ? node.elements : (node.parent?.elements.slice(place.index) ?? []);
  for (const candidate of candidates) {
    const said = saidIn(candidate);
    if (said !== undefined)
      return said.toText().toLowerCase().includes(encoding.toLowerCase())
        ? undefined
        : { content, replaced: said };
  }
  return head && { content, head };
}

interface Place {
  readonly name: string;
  readonly node: Node;
  readonly index: number;
  readonly parent?: Node;
}

/** The first element that counts: below the document `html`, `head` or `meta`; below `html` one of the others. */
function placeAmong(elements: readonly Node[], parent?: Node): Place | undefined {
  for (const [index, node] of elements.entries()) {
    const name = node.localName.toLowerCase();
    if (name === "head" || name === "meta" || (name === "html" && parent === undefined))
      return { name, node, index, ...(parent && { parent }) };
  }
  return undefined;
}

/** The attribute `content`, if the element is `meta` for the content type. */
function saidIn(element: Node): Node | undefined {
  if (element.localName.toLowerCase() !== "meta") return undefined;
  const named = (name: string) => element.attributes.find((one) => one.localName.toLowerCase() === name);
  if (named("http-equiv")?.toText().toLowerCase() !== "content-type") return undefined;
  const content = named("content");
  return content?.toText() === "" ? undefined : content;
}

/** A text that is written as it is: XSLT 1.0 §16.4, `disable-output-escaping="yes"`. */
export class RawText extends Leaf {
  constructor(text: string, parent: Node | undefined, order: number) {
    super("text", "", "", text, parent, order);
  }
}
