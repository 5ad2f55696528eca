import { predefinedVariables } from "../../analyse/expressions/predefined.js";
import {
  $,
  array,
  arrow,
  arrowBlock,
  binary,
  call,
  code,
  conditional,
  identifier,
  member,
  number,
  type Operator,
  object,
  optionalMember,
  quote,
  regexp,
} from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import { countWhile } from "../../source/lists.js";
import type { Span } from "../../source/source-text.js";
import { Entries, makesObject } from "./entries.js";
import type { FlowModule } from "./flow-source.js";
import { idioms } from "./idioms.js";
import type { Names } from "./names.js";
import { type Places, variableKey } from "./places.js";
import {
  argumentsOf,
  bare,
  baseOf,
  calleeOf,
  isNamed,
  isOfNodes,
  memberOf,
  namesOf,
  operandsOf,
  parametersOf,
  pathOf,
  textOf,
  type ts,
  typescript,
  variableName,
  wholePath,
} from "./syntax.js";
import type { Writer } from "./writer.js";
import {
  commonKind,
  type Decisions,
  type Given,
  isPrimitive,
  type Kind,
  type Level,
  levels,
  NoCounterpart,
  type Written,
  within,
  written,
} from "./written.js";
import { xpathKinds } from "./xpath-kinds.js";

/** Operators of generated code, how strong they are, and what they yield. */
const operators: Readonly<Record<string, readonly [level: Level, kind: Kind]>> = {
  "||": [levels.or, "boolean"],
  "&&": [levels.and, "boolean"],
  "===": [levels.equality, "boolean"],
  "!==": [levels.equality, "boolean"],
  "<": [levels.relational, "boolean"],
  "<=": [levels.relational, "boolean"],
  ">": [levels.relational, "boolean"],
  ">=": [levels.relational, "boolean"],
  "+": [levels.additive, "number"],
  "-": [levels.additive, "number"],
  "*": [levels.multiplicative, "number"],
  "/": [levels.multiplicative, "number"],
  "%": [levels.multiplicative, "number"],
};

/** Functions of which people rather read the path. */
const steps: ReadonlySet<string> = new Set(["nodes", "at", "where", "filter", "union"]);

/** Steps and functions that lead out of what a path begins at, or ask what type it has. */
const climbs = /\b(?:attribute|parent|ancestor|documentRoot|preceding|following)\w*\(/;

const opposites: Readonly<Record<string, Operator>> = { "===": "!==", "!==": "===" };

/** Functions that ask of nodes which they are, or what they are called. */
const identities: ReadonlySet<string> = new Set(
  "union array pairs nodes path filter name localName namespaceUri documentRoot fitSerialize id lang".split(
    " ",
  ),
);

/** Those of them that lead on from data as well as from nodes. */
const walks: ReadonlySet<string> = new Set(["path", "filter"]);

/** Writes expressions of generated code as people write them in handlers. */
export class Expressions implements Writer {
  readonly span: Span;
  readonly entries = new Entries(this);
  /** Statements that have to stand before the one that is being written; none can inside of callbacks. */
  before: Doc[] | undefined = [];
  /** Texts that name files, as a request does, and how the handler names them. */
  renamed: ReadonlyMap<string, string> = new Map();
  /** A path of the flow may lead to where data is from. */
  readonly #mayClimb: boolean;

  constructor(
    readonly places: Places,
    readonly names: Names,
    readonly decisions: Decisions,
    private readonly module: FlowModule,
  ) {
    this.span = module.flow.span;
    this.#mayClimb = climbs.test(module.printed.text);
  }

  xpathAt(node: ts.Expression): string | undefined {
    return this.module.placeholderAt(node.getStart());
  }

  /** An expression, whatever it yields. */
  value(expression: ts.Expression): Written {
    const ts = typescript();
    const node = bare(expression);
    if (ts.isStringLiteral(node)) return written(quote(this.renamed.get(node.text) ?? node.text), "string");
    if (ts.isNumericLiteral(node)) return { ...written(number(Number(node.text)), "number"), isWhole: true };
    if (ts.isRegularExpressionLiteral(node)) return written(regexp(regExpOf(node.text)), "nodes");
    switch (node.kind) {
      case ts.SyntaxKind.TrueKeyword:
      case ts.SyntaxKind.FalseKeyword:
        return written(identifierLike(node), "boolean");
      case ts.SyntaxKind.NullKeyword:
        return { ...written(code`null`, "json"), isSet: true };
    }
    if (isNamed(node, "undefined")) return written(code`undefined`, "json");
    if (isNamed(node, "none")) return written(code`{}`, "object");
    if (ts.isObjectLiteralExpression(node)) return this.object(node);
    if (ts.isArrayLiteralExpression(node)) return this.#array(node);
    if (ts.isConditionalExpression(node)) return this.#conditional(node);
    if (ts.isBinaryExpression(node)) return this.#binary(node);
    if (ts.isPrefixUnaryExpression(node)) return this.#prefix(node);
    const place = this.places.find(node);
    if (place !== undefined) return this.#read(place, node);
    if (makesObject(node)) return this.object(node);
    const callee = calleeOf(node);
    const idiom = callee !== undefined && Object.hasOwn(idioms, callee) ? idioms[callee] : undefined;
    return idiom?.(this, argumentsOf(node)) ?? this.raw(node);
  }

  /** Where an array stands for several nodes, the functions of XPath would take it for one. */
  #read(place: Written, node: ts.Expression): Written {
    if (place.isFields === true) return this.raw(node);
    return place.kind === "items" ? this.#asNodes(this.#variableOf(node), place) : place;
  }

  /** A constant of which the handler needs the nodes, and not only the data. */
  #asNodes(name: string, constant: Written): Written {
    this.decisions.nodeSets.add(name);
    const { source: _, ...others } = constant;
    const nodes = { ...others, kind: "nodes", variable: name } as const;
    this.places.bindings.set(variableKey(name), nodes);
    return nodes;
  }

  #variableOf(node: ts.Expression): string {
    const { base } = pathOf(node);
    const name = variableName(base);
    if (name === undefined) throw new NoCounterpart("several nodes");
    return name;
  }

  /** An object of JSON, by its entries; members that are `undefined` are left out. */
  object(node: ts.Expression): Written {
    const entries = this.entries.of(node);
    const [only, ...others] = entries ?? [];
    if (only?.whole !== undefined && others.length === 0) return only.whole;
    if (entries === undefined) return this.raw(node);
    const isKnown = entries.every(({ name }) => name !== undefined);
    return {
      ...written(object(entries.map(({ doc }) => doc)), "object"),
      members: isKnown ? new Map(entries.map(({ name, kind }) => [name as string, kind])) : undefined,
    };
  }

  #array(node: ts.ArrayLiteralExpression): Written {
    const ts = typescript();
    const items = node.elements.map((item) =>
      ts.isSpreadElement(item) ? code`...${this.value(item.expression).doc}` : this.value(item).doc,
    );
    return written(array(items), "array");
  }

  #conditional(node: ts.ConditionalExpression): Written {
    const branches: { readonly span: Span; readonly test: Doc; readonly content: Doc }[] = [];
    const values: Written[] = [];
    let rest: ts.Expression = node;
    while (typescript().isConditionalExpression(rest)) {
      const value = this.value(rest.whenTrue);
      values.push(value);
      branches.push({
        span: this.span,
        test: this.condition(rest.condition, levels.nullish),
        content: value.doc,
      });
      rest = bare(rest.whenFalse);
    }
    const last = this.value(rest);
    const all = [...values, last];
    return {
      ...written(conditional(branches, last.doc), commonKind(all), levels.conditional),
      isSet: all.every((each) => isPrimitive(each) || each.isSet === true),
      isValue: all.every((each) => isPrimitive(each) || each.isValue === true),
    };
  }

  #binary(node: ts.BinaryExpression): Written {
    const operator = node.operatorToken.getText();
    if (operator === "??") return this.#nullish(node);
    const known = operators[operator];
    if (known === undefined) throw new NoCounterpart(operator);
    const [level, kind] = known;
    const isLogical = operator === "||" || operator === "&&";
    const operand = (each: ts.Expression, isLeft: boolean): Doc => {
      // `a || (b && c)` reads better than without.
      const isMixed = operator === "||";
      const needed = (isMixed ? levels.equality : isLeft || isLogical ? level : level + 1) as Level;
      return isLogical ? this.condition(each, needed) : within(this.value(each), needed);
    };
    const [first, ...rest] = operandsOf(node, operator).map((each, index) => operand(each, index === 0));
    return written(chain(operator as Operator, first as Doc, rest), kind, level);
  }

  /** A value, or another where it is nothing: `json(a) ?? json(b)` of a template. */
  #nullish(node: ts.BinaryExpression): Written {
    const all = operandsOf(node, "??").map((each, index, { length }) =>
      index < length - 1 ? this.#nullable(each) : this.value(each),
    );
    const last = all.at(-1);
    return { ...firstThere(all), isSet: last?.isSet ?? isPrimitive(last), isValue: isPrimitive(last) };
  }

  /** A value, and `undefined` where a template has `null`. */
  orNothing(expression: ts.Expression): Written {
    const nothing = written(code`undefined`, "json");
    if (bare(expression).kind === typescript().SyntaxKind.NullKeyword) return nothing;
    const all = operandsOf(expression, "??").map((each) => this.#nullable(each));
    const last = all.at(-1) as Written;
    const isNever = isPrimitive(last) || last.isValue === true || last.kind === "text";
    if (isNever && all.length === 1) return last;
    return {
      ...firstThere(isNever ? all : [...all, nothing]),
      kind: commonKind(all, true),
      isValue: isPrimitive(last),
    };
  }

  /** What `json` would make `null`, where `??` follows: it need not become `null` before. */
  #nullable(node: ts.Expression): Written {
    if (calleeOf(node) === "toJson") return this.raw(node);
    if (calleeOf(node) !== "json") return this.value(node);
    const place = this.places.find(argumentsOf(node)[0] as ts.Expression);
    if (place?.kind === "json" || place?.kind === "text") return place;
    if (place?.kind === "numeric") return place.schema === undefined ? this.raw(node) : place;
    const value = this.value(node);
    // NaN is `null` to a template, and `??` would keep it.
    return value.kind === "number" && value.isWhole !== true ? this.raw(node) : value;
  }

  #prefix(node: ts.PrefixUnaryExpression): Written {
    const ts = typescript();
    const operand = bare(node.operand);
    if (node.operator === ts.SyntaxKind.MinusToken)
      return written(code`-${within(this.value(operand), levels.unary)}`, "number", levels.unary);
    if (ts.isBinaryExpression(operand)) {
      const flipped = opposites[operand.operatorToken.getText()];
      if (flipped !== undefined) return this.#comparison(operand, flipped);
    }
    const value = this.value(operand);
    return value.negated?.() ?? written(code`!${within(value, levels.unary)}`, "boolean", levels.unary);
  }

  /** The same operands, compared the other way. */
  #comparison({ left, right }: ts.BinaryExpression, operator: Operator): Written {
    const operand = (each: ts.Expression): Doc => within(this.value(each), levels.relational);
    return written(chain(operator, operand(left), [operand(right)]), "boolean", levels.equality);
  }

  /** What decides about a way. */
  condition(node: ts.Expression, needed: Level = levels.conditional): Doc {
    return within(this.value(node), needed);
  }

  /** The same by the functions of XPath, which take data as well as nodes. */
  raw(node: ts.Expression): Written {
    const name = variableName(node);
    if (name !== undefined) return this.#variable(name);
    const callee = calleeOf(node);
    if (callee === "content") return this.#content(argumentsOf(node).slice(1));
    if (memberOf(node) !== undefined) return this.#members(node);
    if (isNamed(node, "none")) return written(this.#xpath("none"), "object");
    if (typescript().isIdentifier(node)) {
      const alias = this.places.aliases.get(node.text);
      if (alias !== undefined) return this.value(alias);
      const binding = this.places.bindings.get(node.text);
      if (binding !== undefined) return binding.source === undefined ? binding : this.raw(binding.source);
    }
    if (callee === "at" && namesOf(argumentsOf(node).slice(1)) !== undefined) return this.#at(node);
    if (callee === "path" || callee === "at") {
      const data = this.#fromData(callee, argumentsOf(node));
      if (data !== undefined) return data;
    }
    const kind = callee === undefined ? undefined : xpathKinds.get(callee);
    if (callee === undefined || kind === undefined)
      throw new NoCounterpart(callee ?? node.getText().slice(0, 40));
    // What JSON does not have is `null` in any case.
    const [used, args] =
      callee === "toJson" ? ["json", argumentsOf(node).slice(1)] : [callee, argumentsOf(node)];
    const doc = call(
      this.#xpath(used),
      args.map((each) => this.#argument(each, callee, args.length === 1)),
    );
    return { ...written(doc, kind), isSet: kind !== "nodes" };
  }

  #xpath(name: string): Doc {
    if (steps.has(name)) this.names.steps++;
    return this.#member(name);
  }

  #member(name: string): Doc {
    return code`${this.names.use("xpath")}${member(name)}`;
  }

  /** A variable as flows have it, by a name of its own where statements can stand before. */
  #variable(name: string): Written {
    const known = this.places.bindings.get(variableKey(name));
    if (known !== undefined) return known.source === undefined ? known : this.#asNodes(name, known);
    const doc = call(this.#xpath("variable"), [$, quote(name)]);
    if (this.before === undefined || predefinedVariables.has(name)) return written(doc, "nodes");
    const own = identifier(this.names.fresh(name));
    this.before.push(code`const ${own} = ${doc};`);
    const binding = { ...written(own, "nodes"), variable: name };
    this.places.bindings.set(variableKey(name), binding);
    return binding;
  }

  #content(id: readonly ts.Expression[]): Written {
    const { main } = this.places;
    if (id.length === 0 || textOf(id[0] as ts.Expression) === "") this.places.asksForContent = true;
    const ids =
      id.length === 0 && main !== undefined ? [quote(main)] : id.map((each) => this.value(each).doc);
    return written(call(this.#xpath("content"), [$, ...ids]), "nodes");
  }

  /** `xpath.at(order.json, "lines", "value")`: from where the handler has data, if it has some. */
  #at(node: ts.Expression): Written {
    const { base, names } = wholePath(node);
    const { start, count } = this.#start(base, names) ?? { start: this.value(base), count: 0 };
    return written(call(this.#member("at"), [start.doc, ...names.slice(count).map(quote)]), "nodes");
  }

  /** The same for a path with steps. It must not lead to where the data is from. */
  #fromData(name: string, [base, ...steps]: readonly ts.Expression[]): Written | undefined {
    if (base === undefined || this.#mayClimb) return undefined;
    const names = steps
      .slice(
        0,
        countWhile(steps, (step) => textOf(step) !== undefined),
      )
      .map((step) => textOf(step) as string);
    const found = names.length < steps.length ? this.#start(baseOf(base), names) : undefined;
    if (found === undefined) return undefined;
    const rest = steps.slice(found.count).map((step) => this.#argument(step, name, false));
    const { doc } = found.start;
    const start = isOfNodes(base) ? call(this.#xpath("nodes"), [doc]) : doc;
    return written(call(this.#xpath(name), [start, ...rest]), "nodes");
  }

  /** The data to which the first steps of a path lead, as many as can be told. */
  #start(
    base: ts.Expression,
    names: readonly string[],
  ): { readonly start: Written; readonly count: number } | undefined {
    for (let count = names.length; count >= 0; count--) {
      const start = this.places.at(base, names.slice(0, count));
      if (start?.isFields === true) return undefined;
      if (start !== undefined && (start.kind === "json" || start.kind === "object" || start.kind === "array"))
        return { start, count };
    }
    return undefined;
  }

  /** `members(x).a?.b`, where `x` are nodes: `xpath.at(x, "a", "b")`. */
  #members(node: ts.Expression): Written {
    const ts = typescript();
    const { base, names } = wholePath(node);
    const bound = ts.isIdentifier(base) ? this.places.bindings.get(base.text) : undefined;
    // A parameter with the members that are asked for; of data, they are asked for as in any path.
    if (bound?.kind !== "nodes" || bound.source !== undefined || innermost(node) !== base)
      return this.#at(node);
    const [first, ...others] = names;
    const start = code`${this.raw(base).doc}${member(first ?? "")}`;
    return written(
      others.reduce<Doc>((of, name) => code`${of}${optionalMember(name)}`, start),
      "nodes",
    );
  }

  #argument(node: ts.Expression, callee: string, isOnly: boolean): Doc {
    const ts = typescript();
    if (isOfNodes(node) || (identities.has(callee) && this.#isNode(node, isOnly || !walks.has(callee))))
      return this.raw(node).doc;
    // Flows have the text of a parameter, and pass it on as that.
    if (!readsText(callee) && this.places.find(node)?.kind === "decoded") return this.raw(node).doc;
    if (ts.isArrowFunction(node)) return this.callback(node, { kind: "nodes" });
    if (ts.isArrayLiteralExpression(node))
      return array(node.elements.map((each) => this.#argument(each, callee, false)));
    return this.value(node).doc;
  }

  /** Tells whether flows have nodes there, and not only their data. */
  #isNode(node: ts.Expression, hasNoSteps: boolean): boolean {
    const ts = typescript();
    if (ts.isIdentifier(node)) return this.places.bindings.get(node.text)?.source !== undefined;
    if (variableName(node) === undefined) return calleeOf(node) !== undefined;
    const kind = this.places.find(node)?.kind;
    return hasNoSteps || kind === "text" || kind === "numeric" || kind === "decoded";
  }

  /** A function of one expression, or of constants and an expression. Its parameters are of this kind. */
  callback(node: ts.Expression, given: Given): Doc {
    const ts = typescript();
    if (!ts.isArrowFunction(node)) throw new NoCounterpart("a function");
    const parameters = parametersOf(node);
    const { body } = node;
    if (!ts.isBlock(body)) return this.function(parameters, given, () => this.value(body));
    return this.#inside(parameters, given, (shown) => arrowBlock(joined(shown), this.#statements(body)));
  }

  /** A function of an expression. */
  function(parameters: readonly string[], given: Given, body: () => Written): Doc {
    return this.#inside(parameters, given, (shown) => arrow(joined(shown), body().doc));
  }

  /** The constants of a callback, and what it returns. */
  #statements({ statements }: ts.Block): readonly Doc[] {
    const ts = typescript();
    return statements.map((statement) => {
      if (ts.isReturnStatement(statement) && statement.expression !== undefined)
        return code`return ${this.value(statement.expression).doc};`;
      if (ts.isVariableStatement(statement)) return this.constant(statement);
      throw new NoCounterpart("a statement in a function");
    });
  }

  /** `const name = value;`, after which the name stands for it. */
  constant(statement: ts.VariableStatement): Doc {
    const [declaration] = statement.declarationList.declarations;
    if (declaration?.initializer === undefined) throw new NoCounterpart("a variable without a value");
    const name = declaration.name.getText();
    const value = this.value(declaration.initializer);
    this.places.bindings.set(name, { ...value, doc: identifier(name), level: levels.primary });
    return code`const ${identifier(name)} = ${value.doc};`;
  }

  /** Does something while names stand for what a function is called with. It gets the names that its parameters have. */
  #inside<T>(
    parameters: readonly string[],
    { kind, schema }: Given,
    work: (shown: readonly string[]) => T,
  ): T {
    // Arrays count from zero, and tell no function how many items there are.
    const isOfArray = kind !== "nodes";
    const shown = parameters.map((name) => (isOfArray ? name.replace(/^position(?=\d*$)/, "index") : name));
    return this.scoped(() => {
      const outer = this.before;
      this.before = undefined;
      for (const [index, name] of parameters.entries()) {
        const own = identifier(shown[index] as string);
        const isNumber = /^(?:position|last)\d*$/.test(name);
        const item = { ...written(own, kind), schema, isSet: true };
        const count = { ...written(own, "number"), isWhole: true, isSet: true };
        const position = { ...count, doc: code`${own} + 1`, level: levels.additive };
        this.places.bindings.set(name, !isNumber ? item : isOfArray ? position : count);
      }
      try {
        return work(shown);
      } finally {
        this.before = outer;
      }
    });
  }

  /** Does something, after which names stand for what they stood for before. */
  scoped<T>(work: () => T): T {
    const restore = this.places.kept();
    try {
      return work();
    } finally {
      restore();
    }
  }
}

const chain = (operator: Operator, first: Doc, rest: readonly Doc[]): Doc =>
  binary({ first, rest: rest.map((operand) => ({ operator, operand })) });

/** `a ?? b` */
function firstThere(all: readonly Written[]): Written {
  const [first, ...rest] = all.map((each) => within(each, levels.equality)) as [Doc, ...Doc[]];
  return written(chain("??", first, rest), commonKind(all, true), levels.nullish);
}

/** Tells whether a function makes of its arguments what it makes of their texts. */
const readsText = (callee: string): boolean =>
  ["string", "number", "boolean"].includes(xpathKinds.get(callee) ?? "nodes");

/** What a chain of properties begins at, as it is written. */
function innermost(node: ts.Expression): ts.Expression {
  const member = memberOf(node);
  return member === undefined ? node : innermost(member.of);
}

/** The value of a literal. */
function regExpOf(literal: string): RegExp {
  const end = literal.lastIndexOf("/");
  return new RegExp(literal.slice(1, end), literal.slice(end + 1));
}

const identifierLike = (node: ts.Node): Doc => (node.getText() === "true" ? code`true` : code`false`);

const joined = (names: readonly string[]): Doc =>
  names.reduce<Doc>(
    (done, name, index) => (index === 0 ? identifier(name) : code`${done}, ${identifier(name)}`),
    code``,
  );
