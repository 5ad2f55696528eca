/** One of the expressions that every implementation evaluates. */
export interface Expression {
  readonly name: string;
  /** With `DOC` for the document and `ITEM` for the path to the items, which depends on the document's shape. */
  readonly text: string;
  readonly type: "nodes" | "number" | "string";
  /** Child steps, and perhaps predicates, alone: what most flows consist of. */
  readonly isChildPath: boolean;
}

const childPath = (name: string, text: string): Expression => ({
  name,
  text,
  type: "nodes",
  isChildPath: true,
});

const other = (name: string, type: Expression["type"], text: string): Expression => ({
  name,
  text,
  type,
  isChildPath: false,
});

export const expressions: readonly Expression[] = [
  childPath("child path to one node", "ROOT/customer/name"),
  childPath("child path to many nodes", "ITEM/stock/warehouse/city"),
  childPath("predicate: number", "ITEM[id = 3]/name"),
  childPath("predicate: string", "ITEM[name = 'Item 2']/price"),
  childPath("predicate: and, or, not", "ITEM[price > 2 and stock/count < 3 or not(note)]/id"),
  childPath("predicates nested", "ITEM[stock[warehouse/city = 'Lyon']/count > 0]/name"),
  childPath("position", "ITEM[2]/name"),
  childPath("position last()", "ITEM[last()]/name"),
  childPath("position after a predicate", "ITEM[stock/warehouse/city = 'Lyon'][1]/name"),
  childPath("position() computed", "ITEM[position() mod 2 = 0]/id"),
  childPath("predicate: string function", "ITEM[starts-with(name, 'Item 1')]/price"),
  other("// by name", "nodes", "DOC//city"),
  other("// with a predicate", "nodes", "DOC//warehouse[city = 'Turin']/zip"),
  other("union", "nodes", "ITEM/name | ITEM/stock/warehouse/city"),
  other("count", "number", "count(ITEM[price > 2])"),
  other("sum", "number", "sum(ITEM/price)"),
  other(
    "string functions",
    "string",
    "concat(substring-after(ROOT/customer/name, ' '), ', ', translate(ITEM[1]/name, 'tem', 'TEM'))",
  ),
  other("reverse axis", "nodes", "DOC//city[. = 'Lyon']/ancestor::ITEMNAME/name"),
  other("attribute test", "nodes", "ITEM/*[@number]"),
  other(
    "siblings",
    "nodes",
    "ITEM[id = 2]/preceding-sibling::ITEMNAME[1]/following-sibling::ITEMNAME[2]/name",
  ),
];

export type Shape = "json" | "xml";

export const shapes: Readonly<Record<Shape, { readonly root: string; readonly item: string }>> = {
  json: { root: "json", item: "value" },
  xml: { root: "shop", item: "item" },
};

/** The expression for a document; `start` is what stands for the document node: a variable, or nothing. */
export function spell({ text }: Expression, shape: Shape, start: string): string {
  const { root, item } = shapes[shape];
  return text
    .replaceAll("ITEMNAME", item)
    .replaceAll("ITEM", `${start}/${root}/items/${item}`)
    .replaceAll("ROOT", `${start}/${root}`)
    .replaceAll("DOC", start);
}
