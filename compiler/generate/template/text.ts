import { contentClimbs, contentWaits } from "../../analyse/templates/content.js";
import { call, code, flowVariable, member, quote, wayBlock } from "../../code/code.js";
import { at, type Branch, type Doc, declared } from "../../code/doc.js";
import { commands, definitionIn } from "../../constructs/commands/index.js";
import type { BlockHelper, TextGenerator, TextMethod } from "../../language/command-definition.js";
import { changed } from "../../source/changed.js";
import type { JsonToken, TokenPart } from "../../syntax/json-tokens.js";
import type { Block, TemplateExpression, ValuePart } from "../../syntax/template.js";
import { definedVariables } from "../../syntax/visit-template.js";
import { CallbackFocus, type Scope } from "../xpath/scope.js";
import { type Callback, callWith } from "./callback.js";
import { booleanCode, contextCode, jsonCode, valueCode } from "./expression.js";
import { pairsCode } from "./pairs.js";
import { inCallback, localName, withLocal } from "./variables.js";

/**
 * Statements that write a template as text, command by command: for templates that may not yield JSON, whose blocks
 * cut across it, or whose variables change.
 */
export function textTemplate(
  parts: readonly TokenPart[],
  outer: Scope,
): { readonly statements: readonly Doc[]; readonly name: Doc } {
  const name = outer.names.fresh("text");
  const create = code`const ${name} = new ${outer.use("TemplateText")}();`;
  const { scope, definitions } = declareVariables(parts, outer);
  return { statements: [create, ...definitions, ...new TextWriter(name, scope).parts(parts)], name };
}

/** A variable begins as the flow's variable of that name, and is the template's own from its definition on. */
function declareVariables(parts: readonly TokenPart[], outer: Scope): { scope: Scope; definitions: Doc[] } {
  let scope = outer;
  const definitions: Doc[] = [];
  for (const [name, span] of definedVariables(parts)) {
    const local = localName(name, outer);
    const initial = outer.hasGlobal(name) ? code` = ${flowVariable(name)}` : code``;
    definitions.push(code`let ${declared(span, `$${name}`, local)}: ${outer.useType("Value")}${initial};`);
    scope = withLocal(scope, name, local, "any");
  }
  return { scope, definitions };
}

class TextWriter implements TextGenerator {
  constructor(
    private readonly name: Doc,
    private readonly scope: Scope,
  ) {}

  parts(parts: readonly TokenPart[]): readonly Doc[] {
    const statements: Doc[] = [];
    for (let index = 0; index < parts.length; index++) {
      const run: JsonToken[] = [];
      for (let part = parts[index]; part !== undefined && !isCommand(part); part = parts[++index])
        run.push(part);
      const [first] = run;
      if (first !== undefined) statements.push(at(first.span, this.write("write", quote(sourceOf(run)))));
      const part = parts[index];
      if (part !== undefined && isCommand(part)) statements.push(at(part.span, this.#command(part)));
    }
    return statements;
  }

  #command(part: CommandPart): Doc {
    switch (part.kind) {
      case "value":
        return definitionIn(commands.values, part.command).text(part, this);
      case "sign":
        return definitionIn(commands.signs, part.command).text(part, this);
      case "block":
        return definitionIn(commands.blocks, part.command).text(part, this);
      default:
        return part satisfies never;
    }
  }

  write(method: TextMethod, ...values: readonly Doc[]): Doc {
    return code`${call(code`${this.name}${member(method)}`, values)};`;
  }

  json(value: TemplateExpression): Doc {
    return jsonCode(value, this.scope).doc;
  }

  members(value: TemplateExpression): Doc {
    return pairsCode(value, this.scope);
  }

  item(): Doc {
    return call(this.scope.use("json"), [this.scope.focus.item()]);
  }

  set({ span, defines: name = "", value }: ValuePart): Doc {
    const { doc } = this.scope.variable({ kind: "variable", span, name });
    return code`${doc} = ${valueCode(value, this.scope).doc};`;
  }

  condition(value: TemplateExpression): Doc {
    return booleanCode(value, this.scope).doc;
  }

  call(helper: BlockHelper, { span, command, ways, otherwise = [] }: Block<TokenPart>): Doc {
    const { scope } = this;
    const [{ value, parts }] = ways;
    const names = scope.names.inner();
    const focus = new CallbackFocus(names, (item) => call(scope.use("documentRoot"), [item]));
    const comma = command.repeats ? [code`if (${focus.position()} > 1) ${this.write("comma")}`] : [];
    const body = this.#in(changed(inCallback(scope), { names, focus })).parts(parts);
    const branch: Branch = { span, kind: command.name, hasOther: command.repeats };
    const callbacks: Callback[] = [
      { doc: wayBlock(branch, focus.parameters(), [...comma, ...body]), waits: contentWaits(parts) },
    ];
    if (!command.repeats) {
      const other = this.#in(inCallback(scope)).parts(otherwise);
      callbacks.push({ doc: wayBlock(branch, code``, other), waits: contentWaits(otherwise) });
    }
    return callWith(helper, contextCode(value, contentClimbs(parts), scope), callbacks, scope);
  }

  #in(scope: Scope): TextWriter {
    return new TextWriter(this.name, scope);
  }
}

type CommandPart = Exclude<TokenPart, JsonToken>;

const isCommand = (part: TokenPart): part is CommandPart => "command" in part;

/** The template's text from the first token to the last; white space is one blank, a comment in a string nothing. */
function sourceOf(tokens: readonly JsonToken[]): string {
  return tokens
    .map((token, index) => {
      const isAdjacent = (tokens[index - 1]?.span.end ?? token.span.start) === token.span.start;
      const isInString = token.kind === "string-part" || token.kind === "string-end";
      return isAdjacent || isInString ? token.text : ` ${token.text}`;
    })
    .join("");
}
