import { nearest } from "../../runtime/base/nearest.js";
import type { Reporter } from "../diagnostics/reporter.js";
import type { Span } from "../source/source-text.js";
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
import type { Expression } from "../syntax/xpath.js";

/**
 * Proves that a stylesheet declares the variables, templates and attribute sets that it names. Finds parameters and
 * modes that no template has.
 */
export function checkNames(tree: NamedTree, reporter: Reporter): void {
  new NameCheck(tree, reporter).run();
}

type Names = ReadonlySet<string>;

type NamedTree = Pick<StylesheetTree, "templates" | "globals" | "keys" | "attributeSets">;

class NameCheck {
  readonly #templates: Names;
  readonly #globals: Names;

  constructor(
    private readonly tree: NamedTree,
    private readonly reporter: Reporter,
  ) {
    this.#templates = new Set(tree.templates.flatMap(({ name }) => name ?? []));
    this.#globals = new Set(tree.globals.keys());
  }

  run(): void {
    const { templates, globals, keys, attributeSets } = this.tree;
    for (const binding of globals.values()) this.#binding(binding, this.#globals);
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
      let scope = this.#globals;
      for (const parameter of parameters) scope = this.#declared(parameter, scope, this.#globals);
      this.#content(content, scope);
    }
  }

  #content(content: readonly Instruction[], outer: Names): void {
    let scope = outer;
    for (const instruction of content) {
      if (instruction.kind === "variable") scope = this.#declared(instruction.binding, scope, this.#globals);
      else this.#instruction(instruction, scope);
    }
  }

  #declared(binding: Binding, scope: Names, globals: Names): Names {
    this.#binding(binding, scope);
    const isLocal = scope.has(binding.name) && !globals.has(binding.name);
    if (isLocal) this.#refuse(binding.span, `the variable ${binding.name} is declared already.`);
    return new Set([...scope, binding.name]);
  }

  #binding({ select, content }: Binding, scope: Names): void {
    if (select !== undefined) this.#expression(select, scope);
    this.#content(content, scope);
  }

  #instruction(instruction: Exclude<Instruction, { kind: "variable" }>, scope: Names): void {
    switch (instruction.kind) {
      case "value-of":
      case "copy-of":
        this.#expression(instruction.select, scope);
        break;
      case "choose":
        for (const { test, content } of instruction.branches) {
          this.#expression(test, scope);
          this.#content(content, scope);
        }
        this.#content(instruction.otherwise?.content ?? [], scope);
        break;
      case "for-each":
        this.#expression(instruction.select, scope);
        this.#sorts(instruction.sorts, scope);
        this.#content(instruction.content, scope);
        break;
      case "apply-templates":
        if (instruction.select !== undefined) this.#expression(instruction.select, scope);
        this.#sorts(instruction.sorts, scope);
        this.#bindings(instruction.parameters, scope);
        this.#applied(instruction);
        break;
      case "apply-imports":
        this.#bindings(instruction.parameters, scope);
        break;
      case "call-template":
        if (!this.#templates.has(instruction.name))
          this.#unknown(instruction.span, "template", instruction.name, this.#templates);
        this.#bindings(instruction.parameters, scope);
        this.#passed(
          instruction.parameters,
          this.tree.templates.filter(({ name }) => name === instruction.name),
        );
        break;
      case "literal":
        this.#sets(instruction.sets, instruction.span);
        for (const { value } of instruction.attributes) this.#template(value, scope);
        this.#content(instruction.content, scope);
        break;
      case "element":
      case "attribute":
        this.#template(instruction.name, scope);
        this.#template(instruction.namespace, scope);
        if (instruction.kind === "element") this.#sets(instruction.sets, instruction.span);
        this.#content(instruction.content, scope);
        break;
      case "copy":
        this.#sets(instruction.sets, instruction.span);
        this.#content(instruction.content, scope);
        break;
      case "comment":
      case "message":
        this.#content(instruction.content, scope);
        break;
      case "processing-instruction":
        this.#template(instruction.name, scope);
        this.#content(instruction.content, scope);
        break;
      case "number": {
        if (instruction.value !== undefined) this.#expression(instruction.value, scope);
        this.#patterns([...(instruction.count ?? []), ...(instruction.from ?? [])]);
        const { format, lang, letterValue, groupingSeparator, groupingSize } = instruction;
        for (const template of [format, lang, letterValue, groupingSeparator, groupingSize])
          this.#template(template, scope);
        break;
      }
      case "text":
      case "fail":
        break;
      default:
        instruction satisfies never;
    }
  }

  /** Where no template has a mode, there are only the built-in ones, which write all texts (§5.8). */
  #applied({ span, mode, parameters }: ApplyInstruction): void {
    const { templates } = this.tree;
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

  /** Patterns see the variables of the stylesheet alone. */
  #patterns(patterns: readonly Pattern[]): void {
    for (const { steps } of patterns)
      for (const { predicates } of steps)
        for (const predicate of predicates) this.#expression(predicate, this.#globals);
  }

  #template(template: ValueTemplate | undefined, scope: Names): void {
    for (const part of template ?? []) if (typeof part !== "string") this.#expression(part, scope);
  }

  #expression(expression: Expression, scope: Names): void {
    walkExpression(expression, (inner) => {
      if (inner.kind === "variable" && !scope.has(inner.name))
        this.#unknown(inner.span, "variable", inner.name, scope);
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
