import { nearest } from "../../runtime/base/nearest.js";
import { type Use, visitUses } from "../analyse/data-flow/uses.js";
import { functions } from "../constructs/functions/index.js";
import type { Reporter } from "../diagnostics/reporter.js";
import { type Span, textOf } from "../source/source-text.js";
import type {
  ApplyInstruction,
  Binding,
  Instruction,
  Pattern,
  Sort,
  StylesheetTree,
  ValueTemplate,
} from "../syntax/stylesheet.js";
import { walkExpression } from "../syntax/visit-expression.js";
import type { Expression, FunctionCall } from "../syntax/xpath.js";
import { checkFormat, checkInstruction, checkOrder } from "./check-content.js";

/**
 * Proves that a stylesheet declares the variables, templates and attribute sets that it names. Finds parameters and
 * modes that no template has. Returns what is named.
 */
export function checkNames(tree: NamedTree, reporter: Reporter): SheetUses {
  return new NameCheck(tree, reporter).run();
}

type Names = ReadonlySet<string>;

/** The modes, templates and keys that instructions and expressions name; any key, if they compute the name of one. */
export interface SheetUses {
  readonly modes: Names;
  readonly templates: Names;
  readonly keys: Names | undefined;
}

type NamedTree = Pick<StylesheetTree, "templates" | "globals" | "keys" | "attributeSets" | "decimalFormats">;

type Round = Extract<Instruction, { kind: "for-each" }>;

const isRound = (instruction: Instruction): instruction is Round =>
  instruction.kind === "for-each" &&
  instruction.select.kind === "path" &&
  instruction.select.start === "root" &&
  instruction.select.steps.length > 0;

class NameCheck {
  readonly #templates: Names;
  readonly #globals: Names;
  readonly #uses = { modes: new Set<string>(), templates: new Set<string>(), keys: new Set<string>() };
  #isAnyKeyUsed = false;
  /** The variables in scope that hold trees. */
  readonly #trees = new Set<string>();
  /** The absolute paths that the loops around go through. */
  readonly #rounds: string[] = [];

  constructor(
    private readonly tree: NamedTree,
    private readonly reporter: Reporter,
  ) {
    this.#templates = new Set(tree.templates.flatMap(({ name }) => name ?? []));
    this.#globals = new Set(tree.globals.keys());
  }

  run(): SheetUses {
    const { templates, globals, keys, attributeSets } = this.tree;
    for (const binding of globals.values()) {
      this.#binding(binding, this.#globals);
      this.#holds(binding);
    }
    const trees = [...this.#trees];
    for (const key of keys) {
      this.#patterns(key.patterns);
      this.#expression(key.use, this.#globals);
    }
    for (const sets of attributeSets.values())
      for (const { uses, content, span } of sets) {
        this.#sets(uses, span);
        this.#content(content, this.#globals);
      }
    for (const { patterns, parameters, content } of templates) {
      this.#patterns(patterns);
      this.#trees.clear();
      for (const name of trees) this.#trees.add(name);
      let scope = this.#globals;
      for (const parameter of parameters) scope = this.#declared(parameter, scope, this.#globals);
      this.#content(content, scope);
    }
    return { ...this.#uses, keys: this.#isAnyKeyUsed ? undefined : this.#uses.keys };
  }

  #content(content: readonly Instruction[], outer: Names): void {
    let scope = outer;
    checkOrder(content, this.reporter);
    for (const instruction of content) {
      if (instruction.kind === "variable") scope = this.#declared(instruction.binding, scope, this.#globals);
      else this.#instruction(instruction, scope);
    }
  }

  #declared(binding: Binding, scope: Names, globals: Names): Names {
    this.#binding(binding, scope);
    this.#holds(binding);
    const isLocal = scope.has(binding.name) && !globals.has(binding.name);
    if (isLocal) this.#refuse(binding.span, `the variable ${binding.name} is declared already.`);
    return new Set([...scope, binding.name]);
  }

  /** A variable with content holds a tree; a parameter may have got another value (§11.1). */
  #holds({ name, select, content, isParameter }: Binding): void {
    if (select === undefined && content.length > 0 && !isParameter) this.#trees.add(name);
    else this.#trees.delete(name);
  }

  #binding({ select, content }: Binding, scope: Names): void {
    this.#expression(select, scope);
    this.#content(content, scope);
  }

  /** Members that instructions have in common are called the same in all of them. */
  #instruction(instruction: Exclude<Instruction, { kind: "variable" }>, scope: Names): void {
    const { span } = instruction;
    checkInstruction(instruction, scope, this.reporter);
    if ("select" in instruction) this.#expression(instruction.select, scope);
    if ("sorts" in instruction) this.#sorts(instruction.sorts, scope);
    if ("parameters" in instruction) this.#bindings(instruction.parameters, scope);
    if ("sets" in instruction) this.#sets(instruction.sets, span);
    this.#round(instruction);
    if ("content" in instruction) this.#content(instruction.content, scope);
    if (isRound(instruction)) this.#rounds.pop();
    if ("namespace" in instruction) this.#template(instruction.namespace, scope);
    if ("name" in instruction && typeof instruction.name !== "string")
      this.#template(instruction.name, scope);
    if (instruction.kind === "choose") {
      for (const { test, content } of instruction.branches) {
        this.#expression(test, scope, "condition");
        this.#content(content, scope);
      }
      this.#content(instruction.otherwise?.content ?? [], scope);
    } else if (instruction.kind === "apply-templates") this.#applied(instruction);
    else if (instruction.kind === "call-template") {
      const { name, parameters } = instruction;
      this.#uses.templates.add(name);
      if (!this.#templates.has(name)) this.#unknown(span, "template", name, this.#templates);
      this.#passed(
        parameters,
        this.tree.templates.filter((template) => template.name === name),
      );
    } else if (instruction.kind === "literal")
      for (const { value } of instruction.attributes) {
        this.#template(value, scope);
        for (const part of value) if (typeof part !== "string") this.#begins(part, false);
      }
    else if (instruction.kind === "number") {
      const { value, count = [], from = [] } = instruction;
      this.#expression(value, scope);
      this.#patterns([...count, ...from], scope);
      const { format, lang, letterValue, groupingSeparator, groupingSize } = instruction;
      for (const template of [format, lang, letterValue, groupingSeparator, groupingSize])
        this.#template(template, scope);
    }
  }

  #round(instruction: Instruction): void {
    const { select } = "select" in instruction ? instruction : {};
    if (select !== undefined) this.#begins(select, instruction.kind !== "value-of");
    if (isRound(instruction)) this.#rounds.push(textOf(instruction.select.span));
  }

  /** Finds a path that begins anew in a loop, where it leads to the same nodes in each round. */
  #begins(path: Expression, isAll: boolean): void {
    const text = path.kind === "path" && path.start === "root" ? textOf(path.span) : "";
    const round = this.#rounds.findLast((one) => text.startsWith(`${one}/`));
    if (round === undefined || text.includes("[")) return;
    this.reporter.report(path.span, "firstInEachRound", { inner: text.slice(round.length + 1), isAll });
  }

  /** Where no template has a mode, there are only the built-in ones, which write all texts (§5.8). */
  #applied({ span, mode, parameters }: ApplyInstruction): void {
    const { templates } = this.tree;
    if (mode !== undefined) this.#uses.modes.add(mode);
    const applied = templates.filter((template) => template.mode === mode && template.patterns.length > 0);
    this.#passed(parameters, applied);
    if (mode === undefined || applied.length > 0) return;
    const modes = templates.flatMap((template) => template.mode ?? []);
    this.reporter.report(span, "stylesheetMode", { mode, nearest: nearest(mode, modes) });
  }

  #passed(passed: readonly Binding[], templates: NamedTree["templates"]): void {
    if (templates.length === 0) return;
    const declared = templates.flatMap(({ parameters }) => parameters.map(({ name }) => name));
    for (const { name, span } of passed)
      if (!declared.includes(name))
        this.reporter.report(span, "stylesheetParameter", { name, nearest: nearest(name, declared) });
  }

  #bindings(bindings: readonly Binding[], scope: Names): void {
    for (const binding of bindings) this.#binding(binding, scope);
  }

  #sorts(sorts: readonly Sort[], scope: Names): void {
    for (const { select, lang, dataType, order, caseOrder } of sorts) {
      this.#expression(select, scope);
      for (const template of [lang, dataType, order, caseOrder]) this.#template(template, scope);
    }
  }

  /** What templates and keys match sees the variables of the stylesheet alone; what is counted sees all (§7.7). */
  #patterns(patterns: readonly Pattern[], scope = this.#globals): void {
    for (const { start, steps } of patterns) {
      if (typeof start !== "string") this.#expression(start, scope);
      for (const { predicates } of steps)
        for (const predicate of predicates) this.#expression(predicate, scope);
    }
  }

  #template(template: ValueTemplate | undefined, scope: Names): void {
    for (const part of template ?? []) if (typeof part !== "string") this.#expression(part, scope);
  }

  #expression(expression: Expression | undefined, scope: Names, use: Use = "value"): void {
    if (expression === undefined) return;
    visitUses(expression, use, (inner, innerUse) => {
      if (innerUse === "condition" && inner.kind === "variable" && this.#trees.has(inner.name))
        this.reporter.report(inner.span, "conditionOfTree", { name: inner.name });
    });
    walkExpression(expression, (inner) => {
      if (inner.kind === "variable" && !scope.has(inner.name))
        this.#unknown(inner.span, "variable", inner.name, scope);
      if (inner.kind === "call") this.#declaration(inner);
      const [, name = ""] = inner.kind === "literal" ? (/^\$([\w-]+)$/.exec(inner.value) ?? []) : [];
      if (scope.has(name))
        this.reporter.report(inner.span, "variableInText", { name, isAlone: true, isTemplate: false });
    });
  }

  /** What a call names, and no declaration does: an empty name is of the format that there is without one. */
  #declaration({ name, arguments: args }: FunctionCall): void {
    const { asksFor, nameArgument = 0 } = functions.get(name) ?? {};
    const argument = args[nameArgument];
    const { keys, decimalFormats } = this.tree;
    if (asksFor === "decimal format" && (argument === undefined || argument.kind === "literal")) {
      const format = decimalFormats.get(argument?.value ?? "");
      if (format !== undefined) checkFormat(args[1], { ...format }, this.reporter);
    }
    if (asksFor !== "key" && asksFor !== "decimal format") return;
    if (argument?.kind !== "literal" && argument?.kind !== "number") {
      this.#isAnyKeyUsed ||= asksFor === "key";
      return;
    }
    if (asksFor === "key") this.#uses.keys.add(String(argument.value));
    const known = new Set(asksFor === "key" ? keys.map((key) => key.name) : decimalFormats.keys());
    const declared = String(argument.value);
    if (!known.has(declared))
      this.reporter.report(argument.span, "stylesheetUnused", {
        what: asksFor,
        name: declared,
        nearest: nearest(declared, known),
      });
  }

  #sets(names: readonly string[], span: Span): void {
    const known = this.tree.attributeSets;
    for (const name of names)
      if (!known.has(name)) this.#unknown(span, "attribute set", name, new Set(known.keys()));
  }

  #unknown(span: Span, what: string, name: string, known: Names): void {
    const near = nearest(name, [...known]);
    const hint = near === undefined ? "" : ` Did you mean ${near}?`;
    this.#refuse(span, `there is no ${what} ${name}.${hint}`);
  }

  #refuse(span: Span, reason: string): void {
    this.reporter.report(span, "stylesheet", { reason });
  }
}
