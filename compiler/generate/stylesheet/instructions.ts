import { pushAll } from "../../../runtime/base/push-all.js";
import {
  array,
  arrow,
  arrowBlock,
  binary,
  block,
  call,
  code,
  entry,
  ifElse,
  object,
  quote,
} from "../../code/code.js";
import { at, type Doc, lineSuffix, part } from "../../code/doc.js";
import type { Span } from "../../source/source-text.js";
import type {
  Binding,
  ChooseInstruction,
  Instruction,
  LiteralElement,
  Namespaces,
  NumberInstruction,
  Sort,
  Template,
  ValueTemplate,
} from "../../syntax/stylesheet.js";
import type { Expression } from "../../syntax/xpath.js";
import { operand, precedence } from "../xpath/code.js";
import { asBoolean, asNumber, asString, expressionCode } from "../xpath/conversions.js";
import { nodeSet, operandNodes } from "../xpath/path.js";
import { typeOf } from "../xpath/scope.js";
import { countedPatterns } from "./patterns.js";
import { blockScope, declared, loopScope, type SheetModule, type SheetScope } from "./scope.js";

/** Instructions other than variables, which change what those behind them see. */
type Statement = Exclude<Instruction, { kind: "variable" }>;

/** @param isLast true if the template does nothing afterwards */
type Row<Kind extends Statement> = (instruction: Kind, scope: SheetScope, isLast: boolean) => readonly Doc[];

/** Writes the statements of templates. */
export class InstructionWriter {
  constructor(
    private readonly module: SheetModule,
    /** The functions of the named templates. */
    private readonly named: ReadonlyMap<string, Doc>,
  ) {}

  /** The parameters of a template, and its content. */
  template({ parameters: bindings, content }: Template, scope: SheetScope): readonly Doc[] {
    const statements: Doc[] = [];
    let inner = scope;
    for (const binding of bindings) {
      const value = arrow(code``, this.value(binding, inner).doc);
      const next = declared(inner, binding.name, "any");
      const taken = call(code`out.parameter`, [quote(binding.name), value]);
      pushAll(statements, located(binding.span, "xsl:param", [code`const ${next.doc} = ${taken};`]));
      inner = next.scope;
    }
    return [...statements, ...this.statements(content, inner, true)];
  }

  /** @param isEnd true if the template does nothing afterwards */
  statements(content: readonly Instruction[], outer: SheetScope, isEnd = false): readonly Doc[] {
    const statements: Doc[] = [];
    let scope = outer;
    for (const [index, instruction] of content.entries()) {
      if (instruction.kind !== "variable") {
        const isLast = isEnd && index === content.length - 1;
        pushAll(statements, this.#instruction(instruction, scope, isLast));
        continue;
      }
      const { binding, span } = instruction;
      const { doc: value, type } = this.value(binding, scope);
      const next = declared(scope, binding.name, type);
      pushAll(statements, located(span, "xsl:variable", [code`const ${next.doc} = ${value};`]));
      scope = next.scope;
    }
    return statements;
  }

  /** The value of a variable or parameter (§11.2). */
  value({ select, content }: Binding, scope: SheetScope): { doc: Doc; type: ReturnType<typeof typeOf> } {
    if (select !== undefined) {
      const type = typeOf(select, scope);
      const doc = type === "nodes" ? nodeSet(select, scope) : expressionCode(select, scope).doc;
      return { doc, type };
    }
    if (content.length === 0) return { doc: quote(""), type: "string" };
    return { doc: call(code`out.tree`, [this.function(content, scope)]), type: "nodes" };
  }

  /** A function that writes the content. */
  function(content: readonly Instruction[], scope: SheetScope): Doc {
    return arrowBlock(code``, this.statements(content, blockScope(scope)));
  }

  #instruction(instruction: Statement, scope: SheetScope, isLast: boolean): readonly Doc[] {
    // Each row takes instructions of its own kind.
    const write = this.#rows[instruction.kind] as Row<Statement>;
    return write(instruction, scope, isLast);
  }

  /** How each instruction is written. */
  readonly #rows: { readonly [Kind in Statement["kind"]]: Row<Extract<Statement, { kind: Kind }>> } = {
    "apply-imports": (instruction, scope) =>
      called(instruction, code`out.applyImports`, [
        ...this.#focus(scope),
        ...options(this.#parameters(instruction.parameters, scope)),
      ]),
    "apply-templates": (instruction, scope) =>
      called(instruction, code`out.apply`, [
        operandNodes(instruction.select ?? childNodes(instruction.span), scope),
        ...options([
          ...(instruction.mode === undefined ? [] : [entry("mode", quote(instruction.mode))]),
          ...this.#sorts(instruction.sorts, scope),
          ...this.#parameters(instruction.parameters, scope),
        ]),
      ]),
    attribute: (instruction, scope) =>
      called(instruction, code`out.attributeNamed`, [
        this.templateText(instruction.name, scope),
        this.text(instruction.content, scope),
        ...this.#nameOptions(instruction, scope),
      ]),
    "call-template": (instruction, scope, isLast) =>
      called(instruction, isLast ? code`out.continueWith` : code`out.call`, [
        this.named.get(instruction.name) ?? quote(instruction.name),
        ...this.#focus(scope),
        ...options(this.#parameters(instruction.parameters, scope)),
      ]),
    choose: (instruction, scope, isLast) =>
      located(instruction.span, isIf(instruction) ? "xsl:if" : "xsl:choose", [
        this.#choose(instruction, scope, isLast),
      ]),
    comment: (instruction, scope) =>
      called(instruction, code`out.comment`, [this.text(instruction.content, scope)]),
    copy: (instruction, scope) => called(instruction, code`out.copy`, this.#copied(instruction, scope)),
    "copy-of": (instruction, scope) =>
      called(instruction, code`out.copyOf`, [expressionCode(instruction.select, scope).doc]),
    element: (instruction, scope) => [
      ...called(instruction, code`out.openNamed`, [
        this.templateText(instruction.name, scope),
        ...this.#nameOptions(instruction, scope),
      ]),
      ...this.#sets(instruction.sets, scope),
      ...this.statements(instruction.content, scope),
      closed(instruction.name.length === 1 ? instruction.name[0] : undefined),
    ],
    fail: (instruction) => called(instruction, code`out.fail`, [quote(instruction.message)]),
    "for-each": (instruction, scope) =>
      called(instruction, code`out.forEach`, this.#each(instruction, scope)),
    literal: (instruction, scope) => this.#literal(instruction, scope),
    message: (instruction, scope) =>
      called(instruction, code`out.message`, [
        this.text(instruction.content, scope),
        ...(instruction.terminates ? [quote("terminate")] : []),
      ]),
    number: (instruction, scope) => called(instruction, code`out.number`, this.#numbered(instruction, scope)),
    "processing-instruction": (instruction, scope) =>
      called(instruction, code`out.processingInstruction`, [
        this.templateText(instruction.name, scope),
        this.text(instruction.content, scope),
      ]),
    text: ({ span, isRaw, text }) => [
      placed(span, code`${call(isRaw ? code`out.raw` : code`out.text`, [quote(text)])};`),
    ],
    "value-of": (instruction, scope) =>
      called(instruction, instruction.isRaw ? code`out.raw` : code`out.text`, [
        asString(instruction.select, scope).doc,
      ]),
  };

  #focus({ focus }: SheetScope): readonly Doc[] {
    return [focus.item(), focus.position(), focus.last()];
  }

  #copied(instruction: Extract<Instruction, { kind: "copy" }>, scope: SheetScope): readonly Doc[] {
    const { sets, content } = instruction;
    const node = scope.focus.item();
    if (sets.length === 0 && content.length === 0) return [node];
    const inner = blockScope(scope);
    const statements = [...this.#sets(sets, inner), ...this.statements(content, inner)];
    return [node, arrowBlock(code``, statements)];
  }

  #each(instruction: Extract<Instruction, { kind: "for-each" }>, scope: SheetScope): readonly Doc[] {
    const from = operandNodes(instruction.select, scope);
    const sorts = this.#sortKeys(instruction.sorts, scope);
    const { scope: inner, focus } = loopScope(scope);
    const statements = this.statements(instruction.content, inner);
    const each = arrowBlock(focus.parameters(), statements);
    return sorts === undefined ? [from, each] : [from, sorts, each];
  }

  #literal(element: LiteralElement, scope: SheetScope): readonly Doc[] {
    const { span, name, namespaceUri, namespaces, attributes, sets, content } = element;
    const hasNamespaces = namespaces.size > 0;
    const args = [
      quote(name),
      ...(namespaceUri === "" && !hasNamespaces ? [] : [quote(namespaceUri)]),
      ...(hasNamespaces ? [pairs(namespaces)] : []),
    ];
    return [
      placed(span, code`${call(code`out.open`, args)};`),
      ...this.#sets(sets, scope),
      ...attributes.map((attribute) => {
        const uri = attribute.namespaceUri === "" ? [] : [quote(attribute.namespaceUri)];
        const value = this.templateText(attribute.value, scope);
        return placed(span, code`${call(code`out.attribute`, [quote(attribute.name), value, ...uri])};`);
      }),
      ...this.statements(content, scope),
      closed(name),
    ];
  }

  #sets(sets: readonly string[], scope: SheetScope): readonly Doc[] {
    return sets.map((name) => code`${call(code`out.attributeSet`, [quote(name), ...this.#focus(scope)])};`);
  }

  #choose({ branches, otherwise }: ChooseInstruction, scope: SheetScope, isLast: boolean): Doc {
    const inner = (content: readonly Instruction[]) => this.statements(content, blockScope(scope), isLast);
    if (branches.length === 0) return block(inner(otherwise?.content ?? []));
    const written = branches.map(({ span, test, content }) => ({
      span,
      test: asBoolean(test, scope).doc,
      body: inner(content),
    }));
    return ifElse("if", written, otherwise && inner(otherwise.content));
  }

  #numbered(instruction: NumberInstruction, scope: SheetScope): readonly Doc[] {
    const { value, level, count, from, format } = instruction;
    const text = (name: string, template: ValueTemplate | undefined) =>
      template === undefined ? [] : [entry(name, this.templateText(template, scope))];
    const patterns = (name: string, found: typeof count) =>
      found === undefined ? [] : [entry(name, countedPatterns(found, this.module, scope))];
    const counted =
      value === undefined
        ? [
            ...(level === "single" ? [] : [entry("level", quote(level))]),
            ...patterns("count", count),
            ...patterns("from", from),
          ]
        : [entry("value", asNumber(value, scope).doc)];
    return [
      scope.focus.item(),
      object([
        ...counted,
        entry("format", this.templateText(format, scope)),
        ...text("lang", instruction.lang),
        ...text("letterValue", instruction.letterValue),
        ...text("groupingSeparator", instruction.groupingSeparator),
        ...text("groupingSize", instruction.groupingSize),
      ]),
    ];
  }

  /** The namespace of a computed name, or what prefixes mean: nothing of that which the name does not need. */
  #nameOptions(
    { name, namespace, scope: namespaces, kind }: Extract<Instruction, { kind: "element" | "attribute" }>,
    scope: SheetScope,
  ): readonly Doc[] {
    if (namespace !== undefined) return [object([entry("namespace", this.templateText(namespace, scope))])];
    const [constant] = name;
    const isConstant = name.length === 1 && typeof constant === "string";
    const prefix = isConstant && constant.includes(":") ? constant.slice(0, constant.indexOf(":")) : "";
    const used = [...namespaces].filter(([own]) => own !== "xml" && (!isConstant || own === prefix));
    const counting = kind === "attribute" ? used.filter(([own]) => own !== "") : used;
    if (counting.length === 0) return [];
    const prefixes = new Map(counting);
    return [object([entry("scope", isConstant ? pairs(prefixes) : this.#sharedPrefixes(prefixes))])];
  }

  /** A constant of the module: most names that are computed see the same prefixes. */
  #sharedPrefixes(prefixes: Namespaces): Doc {
    const { builder, names, prefixes: known } = this.module;
    const key = JSON.stringify([...prefixes]);
    let doc = known.get(key);
    if (doc === undefined) {
      doc = names.constant("prefixes");
      known.set(key, doc);
      const type = builder.useType("Prefixes");
      builder.declare({
        kind: "statement",
        statement: code`const ${doc}: ${type} = ${pairs(prefixes)};`,
      });
    }
    return doc;
  }

  #sorts(sorts: readonly Sort[], scope: SheetScope): readonly Doc[] {
    const keys = this.#sortKeys(sorts, scope);
    return keys === undefined ? [] : [entry("sort", keys)];
  }

  #sortKeys(sorts: readonly Sort[], scope: SheetScope): Doc | undefined {
    if (sorts.length === 0) return undefined;
    return array(
      sorts.map(({ select, ...rest }) => {
        const { scope: inner, focus } = loopScope(scope);
        const key = asString(select, inner).doc;
        const properties = Object.entries(rest).map(([name, template]) =>
          entry(name, this.templateText(template, scope)),
        );
        return object([entry("key", arrow(focus.parameters(), key)), ...properties]);
      }),
    );
  }

  #parameters(bindings: readonly Binding[], scope: SheetScope): readonly Doc[] {
    if (bindings.length === 0) return [];
    const given = bindings.map((binding) => array([quote(binding.name), this.value(binding, scope).doc]));
    return [entry("parameters", array(given))];
  }

  /** The text of an attribute value template. */
  templateText(template: ValueTemplate, scope: SheetScope): Doc {
    return joined(template.map((part) => (typeof part === "string" ? part : this.#part(part, scope))));
  }

  /** The text that content makes. */
  text(content: readonly Instruction[], scope: SheetScope): Doc {
    const parts: (string | Doc)[] = [];
    for (const instruction of content) {
      if (instruction.kind === "text") parts.push(instruction.text);
      else if (instruction.kind === "value-of") parts.push(this.#part(instruction.select, scope));
      else return call(code`out.textOf`, [this.function(content, scope)]);
    }
    return joined(parts);
  }

  #part(expression: Expression, scope: SheetScope): Doc {
    return operand(asString(expression, scope), precedence.additive + 1);
  }
}

/** Texts and code of strings, one behind the other. */
function joined(parts: readonly (string | Doc)[]): Doc {
  const docs = parts
    .filter((part) => part !== "")
    .map((part) => (typeof part === "string" ? quote(part) : part));
  const [first, ...rest] = docs;
  if (first === undefined) return quote("");
  if (rest.length === 0) return first;
  return binary({ first, rest: rest.map((one) => ({ operator: "+", operand: one })) });
}

const isIf = ({ branches, otherwise }: ChooseInstruction): boolean =>
  branches.length === 1 && otherwise === undefined;

/** The end of an element; it says of which, since many end one after the other. */
const closed = (name: unknown): Doc =>
  typeof name === "string" ? code`${lineSuffix(name)}out.close();` : code`out.close();`;

const options = (entries: readonly Doc[]): readonly Doc[] => (entries.length === 0 ? [] : [object(entries)]);

const pairs = (namespaces: Namespaces): Doc =>
  array([...namespaces].map(([prefix, uri]) => array([quote(prefix), quote(uri)])));

const childNodes = (span: Span): Expression => ({
  kind: "path",
  span,
  start: "context",
  steps: [{ kind: "step", span, axis: "child", test: { kind: "type", type: "node" }, predicates: [] }],
});

/** An instruction that is one call of the result's writer. */
const called = ({ span, kind }: Statement, method: Doc, args: readonly Doc[]): readonly Doc[] =>
  located(span, `xsl:${kind}`, [code`${call(method, args)};`]);

const placed = (span: Span, statement: Doc): Doc => part({ form: "statement" }, at(span, statement));

/** Where a statement came from, at the end of its first line. */
function located(span: Span, what: string, [first, ...rest]: readonly Doc[]): readonly Doc[] {
  if (first === undefined) return [];
  const { line, column } = span.source.place(span.start);
  const comment = lineSuffix(`${span.source.path}:${line}:${column} ${what}`);
  return [placed(span, code`${comment}${first}`), ...rest.map((doc) => placed(span, doc))];
}
