import { hash } from "../../source/hash.js";
import { oncePer } from "../../source/remembered.js";
import type { SourceText, Span } from "../../source/source-text.js";
import type { SummarisedSchema } from "../../syntax/flow-summary.js";
import { anything, nothing, type Schema } from "../../syntax/schema.js";
import type { NodeSchema } from "./schema-finder.js";
import { formOf, isOfTemplate } from "./template-schema.js";

/** The plain form of the schema of a value. Only those that templates of the flow file itself write have one. */
export function plainSchema(nodes: NodeSchema | undefined, source: SourceText): SummarisedSchema {
  if (nodes === undefined) return null;
  const { kind, root, schema } = nodes;
  if (schema.origin?.kind === "document") return { form: hash(`${kind} ${root} ${documentForm(schema)}`) };
  if (kind !== "element" || !isOfTemplate(schema)) return {};
  let isOwn = true;
  const text = JSON.stringify(nodes.schema, (key, value: unknown) => {
    if (value === anything || value === nothing) return { is: value === anything ? "anything" : "nothing" };
    if (value instanceof Set) return { listed: [...value] };
    if (value instanceof Map) return { entries: [...value] };
    if (key !== "span" || value === undefined) return value;
    const { source: place, start, end } = value as Span;
    isOwn &&= place === source;
    return [start, end];
  });
  return isOwn ? { text, form: hash(formOf(nodes.schema)) } : {};
}

/** That of a document, or of a part of one, to which many flows may set a variable. */
const documentForm = oncePer((schema: Schema) => hash(formOf(schema)));

export function readSchema(text: string, source: SourceText): NodeSchema {
  const schema = JSON.parse(text, (key, value) => {
    if (key === "span") return source.span(value[0], value[1]);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    if ("is" in value) return value.is === "anything" ? anything : nothing;
    if ("listed" in value) return new Set(value.listed);
    if ("entries" in value) return new Map(value.entries);
    return "types" in value ? { ...anything, ...value } : value;
  }) as Schema;
  return { kind: "element", schema };
}
