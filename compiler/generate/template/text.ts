import { pushAll } from "../../../runtime/base/push-all.js";
import { contentClimbs, contentWaits } from "../../analyse/templates/content.js";
import { call, code, flowVariable, ifElse, member, quote, wayBlock } from "../../code/code.js";
import { at, type Branch, type Doc, declared } from "../../code/doc.js";
import type { Helper } from "../../code/helpers.js";
import { changed } from "../../source/changed.js";
import type { JsonToken, TokenPart } from "../../syntax/json-tokens.js";
import type { TemplateExpression } from "../../syntax/template.js";
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
  const writer = new TextWriter(name);
  return { statements: [create, ...definitions, ...writer.parts(parts, scope)], name };
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

class TextWriter {
  constructor(private readonly name: Doc) {}

  parts(parts: readonly TokenPart[], scope: Scope): readonly Doc[] {
    const statements: Doc[] = [];
    for (let index = 0; index < parts.length; index++) {
      const run: JsonToken[] = [];
      for (let part = parts[index]; part !== undefined && isToken(part); part = parts[++index])
        run.push(part);
      const [first] = run;
      if (first !== undefined) statements.push(at(first.span, this.#method("write", quote(sourceOf(run)))));
      const part = parts[index];
      if (part !== undefined)
        pushAll(statements, this.#command(part as Exclude<TokenPart, JsonToken>, scope));
    }
    return statements;
  }

  #command(part: Exclude<TokenPart, JsonToken>, scope: Scope): readonly Doc[] {
    const mark = (doc: Doc) => at(part.span, doc);
    switch (part.kind) {
      case "placeholder":
        return [mark(this.#method("value", jsonCode(part.value, scope).doc))];
      case "dot":
        return [mark(this.#method("value", call(scope.use("json"), [scope.focus.item()])))];
      case "comma":
        return [mark(this.#method("comma"))];
      case "pairs":
        return [mark(this.#method("pairs", pairsCode(part.value, scope)))];
      case "define":
        return [
          mark(
            code`${scope.variable({ kind: "variable", span: part.span, name: part.name }).doc} = ${valueCode(part.value, scope).doc};`,
          ),
        ];
      case "if":
        return [mark(this.#if(part, scope))];
      case "loop":
        return [mark(this.#loop(part, scope))];
      case "with":
        return [mark(this.#with(part, scope))];
      default:
        return part satisfies never;
    }
  }

  #method(method: string, ...args: readonly Doc[]): Doc {
    return code`${call(code`${this.name}${member(method)}`, args)};`;
  }

  #if(part: Extract<TokenPart, { kind: "if" }>, scope: Scope): Doc {
    const branches = part.branches.map(({ test, parts }) => ({
      span: part.span,
      test: booleanCode(test, scope).doc,
      body: this.parts(parts, scope),
    }));
    return ifElse("if", branches, part.otherwise && this.parts(part.otherwise, scope));
  }

  #loop(part: Extract<TokenPart, { kind: "loop" }>, scope: Scope): Doc {
    const names = scope.names.inner();
    const focus = new CallbackFocus(names, (item) => call(scope.use("documentRoot"), [item]));
    const position = focus.position();
    const body = this.parts(part.parts, changed(inCallback(scope), { names, focus }));
    const separate = code`if (${position} > 1) ${this.#method("comma")}`;
    const branch: Branch = { span: part.span, kind: "loop", hasOther: true };
    const round = wayBlock(branch, focus.parameters(), [separate, ...body]);
    return this.#statement("loop", part.over, part.parts, scope, [
      { doc: round, waits: contentWaits(part.parts) },
    ]);
  }

  #with(part: Extract<TokenPart, { kind: "with" }>, scope: Scope): Doc {
    const names = scope.names.inner();
    const focus = new CallbackFocus(names, (item) => call(scope.use("documentRoot"), [item]));
    const body = this.parts(part.parts, changed(inCallback(scope), { names, focus }));
    const branch: Branch = { span: part.span, kind: "with", hasOther: false };
    const content = wayBlock(branch, focus.parameters(), body);
    const otherwise = wayBlock(branch, code``, this.parts(part.otherwise ?? [], inCallback(scope)));
    return this.#statement("within", part.context, part.parts, scope, [
      { doc: content, waits: contentWaits(part.parts) },
      { doc: otherwise, waits: contentWaits(part.otherwise) },
    ]);
  }

  #statement(
    helper: Helper,
    context: TemplateExpression,
    parts: readonly TokenPart[],
    scope: Scope,
    callbacks: readonly Callback[],
  ): Doc {
    const over = contextCode(context, contentClimbs(parts), scope);
    return code`${callWith(helper, over, callbacks, scope)};`;
  }
}

const isToken = (part: TokenPart): part is JsonToken =>
  !["placeholder", "dot", "comma", "pairs", "define", "if", "loop", "with"].includes(part.kind);

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
