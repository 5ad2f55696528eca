import type { Definition, JsonBlock, JsonItem, JsonMember, JsonNode, JsonWay } from "./json-template.js";
import type { TemplateExpression } from "./template.js";
import type { TemplateUse } from "./template-command.js";

/** What a template, or a way through a block of it, consists of. */
export type JsonContent = JsonNode | readonly JsonMember[] | readonly JsonItem[];

export interface JsonVisitor {
  /** Called for the members of an object, the items of an array, and those that a way through a block adds. */
  list?(parts: readonly (JsonMember | JsonItem)[]): void;
  /** Called for each expression, in the order of the text but for definitions: they come first. */
  value?(
    value: TemplateExpression,
    use: TemplateUse,
    way?: JsonWay<unknown>,
    block?: JsonBlock<unknown>,
  ): void;
  definition?(definition: Definition): void;
  /** Called before and after the content of each way through a block. */
  enter?(hasContext: boolean): void;
  leave?(hasContext: boolean): void;
}

/** Visits all parts of JSON, including those inside blocks. */
export function visitJson(content: JsonContent, visitor: JsonVisitor): void {
  if (!isList(content)) {
    visitPart(content, visitor);
    return;
  }
  visitor.list?.(content);
  for (const part of content) visitPart(part, visitor);
}

const isList = (content: JsonContent): content is readonly JsonMember[] | readonly JsonItem[] =>
  Array.isArray(content);

function visitPart(part: JsonNode | JsonMember | JsonItem, visitor: JsonVisitor): void {
  switch (part.kind) {
    case "constant":
    case "dot":
      break;
    case "expression":
      visitor.value?.(part.value, "value");
      break;
    case "producer":
      visitor.value?.(part.value, "members");
      break;
    case "object":
      visitJson(part.members, visitor);
      break;
    case "array":
      visitJson(part.items, visitor);
      break;
    case "member":
      if (typeof part.name !== "string") visitPart(part.name, visitor);
      visitPart(part.value, visitor);
      break;
    case "item":
      visitPart(part.value, visitor);
      break;
    case "block":
      visitBlock<JsonContent>(part, visitor);
      break;
    default:
      part satisfies never;
  }
}

function visitBlock<T extends JsonContent>(block: JsonBlock<T>, visitor: JsonVisitor): void {
  const { hasContext, use } = block.command;
  for (const way of block.ways) {
    visitor.value?.(way.value, use, way, block);
    visitor.enter?.(hasContext);
    for (const definition of way.scope.definitions) {
      visitor.definition?.(definition);
      visitor.value?.(definition.value, "definition");
    }
    visitJson(way.scope.content, visitor);
    visitor.leave?.(hasContext);
  }
  visitor.enter?.(false);
  visitJson(block.otherwise, visitor);
  visitor.leave?.(false);
}
