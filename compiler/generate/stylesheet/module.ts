import { type DecimalFormat, defaultDecimalFormat } from "../../../runtime/xslt/decimal-format.js";
import {
  array,
  arrow,
  arrowBlock,
  call,
  code,
  entry,
  isIdentifier,
  join,
  literal,
  number,
  object,
  quote,
} from "../../code/code.js";
import { concat, type Doc, part } from "../../code/doc.js";
import { helpers } from "../../code/helpers.js";
import type { Files } from "../../source/files.js";
import type { AttributeSet, Binding, StylesheetTree, Template } from "../../syntax/stylesheet.js";
import { ModuleBuilder } from "../module/module.js";
import { type Asset, camelCase, type FlowNames, words } from "../module/names.js";
import type { ModulePlan } from "../module/plan.js";
import { asValue } from "../xpath/conversions.js";
import { nodeSet } from "../xpath/path.js";
import { type CallbackFocus, Names, typeOf } from "../xpath/scope.js";
import { InstructionWriter } from "./instructions.js";
import { patternCode, patternsCode } from "./patterns.js";
import { nodeScope, type SheetModule } from "./scope.js";

/** The module of a stylesheet: each template a function, and what leads to it. */
export function stylesheetModule(
  { module, name }: Asset,
  tree: StylesheetTree,
  names: FlowNames,
  files: Files,
): ModulePlan {
  const builder = new ModuleBuilder(module, `${tree.source.path}, compiled by flowc.`);
  return new StylesheetWriter(builder, tree, name, names, files).plan();
}

class StylesheetWriter {
  readonly #module: SheetModule;
  readonly #functions: ReadonlyMap<Template, string>;
  readonly #writer: InstructionWriter;

  constructor(
    private readonly builder: ModuleBuilder,
    private readonly tree: StylesheetTree,
    private readonly name: string,
    flowNames: FlowNames,
    files: Files,
  ) {
    this.#functions = templateNames(tree.templates, name);
    const names = new Names([...helpers, "out", name, ...this.#functions.values()]);
    this.#module = { builder, flowNames, files, names, prefixes: new Map() };
    this.#writer = new InstructionWriter(this.#module, this.#named());
  }

  plan(): ModulePlan {
    const { builder, tree } = this;
    for (const template of tree.templates) this.#template(template);
    builder.declare({
      kind: "const",
      name: this.name,
      exported: true,
      type: builder.useType("Stylesheet"),
      initializer: call(builder.use("stylesheet"), [object(this.#properties())]),
    });
    return builder.plan();
  }

  #properties(): readonly Doc[] {
    const { tree } = this;
    const { cdataSectionElements: cdata, ...rest } = tree.output;
    const output = cdata === undefined ? rest : { ...rest, cdataSectionElements: [...cdata] };
    const rules = tree.templates.flatMap((template) => this.#rules(template));
    const list = (name: string, items: readonly Doc[]) =>
      items.length === 0 ? [] : [entry(name, array(items))];
    return [
      entry("path", quote(tree.source.path)),
      ...(Object.keys(output).length === 0
        ? []
        : [entry("output", literal({ ...output } as Record<string, string>))]),
      ...list("rules", rules),
      ...list(
        "globals",
        [...tree.globals.values()].map((binding) => this.#global(binding)),
      ),
      ...list(
        "keys",
        tree.keys.map(({ name, patterns, use }) => {
          const { scope, focus } = nodeScope(this.#module, "node");
          const value = typeOf(use, scope) === "nodes" ? nodeSet(use, scope) : asValue(use, scope).doc;
          return object([
            entry("name", quote(name)),
            entry("match", patternsCode(patterns, this.#module)),
            entry("use", arrow(withOut(focus), value)),
          ]);
        }),
      ),
      ...list(
        "attributeSets",
        [...tree.attributeSets].map(([name, sets]) =>
          array([quote(name), array(sets.map((set) => this.#set(set)))]),
        ),
      ),
      ...list("decimalFormats", this.#decimalFormats()),
      ...list(
        "spaceRules",
        tree.spaceRules.map(({ test, strips }) => array([quote(test), quote(strips ? "strip" : "preserve")])),
      ),
      ...list("documents", this.#documents()),
    ];
  }

  #template(template: Template): void {
    const { scope, focus } = nodeScope(this.#module, "node");
    const statements = this.#writer.template(template, scope);
    this.builder.declare({
      kind: "const",
      name: this.#functionOf(template),
      exported: false,
      docs: templateDocs(template),
      type: this.builder.useType("Template"),
      initializer: part({ form: "function" }, arrowBlock(withOut(focus), statements)),
    });
  }

  #rules(template: Template): readonly Doc[] {
    const { patterns, mode, precedence, importedFrom } = template;
    return patterns.map((pattern) =>
      object([
        entry("match", patternCode(pattern, this.#module)),
        ...(mode === undefined ? [] : [entry("mode", quote(mode))]),
        entry("priority", number(template.priority ?? pattern.priority)),
        ...(precedence === 0 ? [] : [entry("precedence", number(precedence))]),
        ...(importedFrom === 0 ? [] : [entry("importedFrom", number(importedFrom))]),
        entry("template", code`${this.#doc(template)}`),
      ]),
    );
  }

  #global(binding: Binding): Doc {
    const { scope, focus } = nodeScope(this.#module, "node");
    const { doc } = this.#writer.value(binding, scope);
    const parameters = isConstant(binding) ? code`` : withOut(focus);
    return array([quote(binding.name), arrow(parameters, doc)]);
  }

  #set({ uses, content }: AttributeSet): Doc {
    const { scope, focus } = nodeScope(this.#module, "node");
    const used = uses.map(
      (name) =>
        code`${call(code`out.attributeSet`, [quote(name), focus.item(), focus.position(), focus.last()])};`,
    );
    const statements = this.#writer.statements(content, scope);
    return part({ form: "function" }, arrowBlock(withOut(focus), [...used, ...statements]));
  }

  #documents(): readonly Doc[] {
    const { builder, flowNames } = this.#module;
    return this.tree.documents.map((path) => {
      const asset = flowNames.asset(path, "xml");
      return array([quote(path), builder.importFrom(asset.module, asset.name)]);
    });
  }

  /** Of each decimal format, what differs from the one that there is without. */
  #decimalFormats(): readonly Doc[] {
    return [...this.tree.decimalFormats].flatMap(([name, format]) => {
      const known = Object.entries(defaultDecimalFormat);
      const own = known.flatMap(([key, value]) => {
        const given = format[key as keyof DecimalFormat];
        return given === value ? [] : [[key, given] as const];
      });
      const isDefault = name === "" && own.length === 0;
      return isDefault ? [] : [array([quote(name), literal(Object.fromEntries(own))])];
    });
  }

  /** The functions of the templates that can be called: of those of one name, the one of the highest precedence. */
  #named(): ReadonlyMap<string, Doc> {
    const named = new Map<string, Doc>();
    for (const template of this.tree.templates)
      if (template.name !== undefined) named.set(template.name, this.#doc(template));
    return named;
  }

  #functionOf(template: Template): string {
    return this.#functions.get(template) as string;
  }

  #doc(template: Template): Doc {
    return concat([new Names().fresh(this.#functionOf(template))]);
  }
}

/** The parameters of a function that writes a part of the result. */
const withOut = (focus: CallbackFocus): Doc => join(code`, `, [code`$`, code`out`, ...focus.parameterList()]);

/** Tells whether the value of a variable asks for nothing. */
const isConstant = ({ select, content }: Binding): boolean =>
  select === undefined ? content.length === 0 : select.kind === "literal" || select.kind === "number";

function templateDocs({ span, match, name, mode }: Template): string {
  const { line, column } = span.source.place(span.start);
  const attributes = [
    ...(match === undefined ? [] : [`match="${match}"`]),
    ...(name === undefined ? [] : [`name="${name}"`]),
    ...(mode === undefined ? [] : [`mode="${mode}"`]),
  ];
  return `${attributes.join(" ")}, from ${span.source.path}:${line}:${column}`;
}

/** Names of what templates are for: `itemTemplate`, `itemTocTemplate`, `rootTemplate`. */
function templateNames(templates: readonly Template[], own: string): ReadonlyMap<Template, string> {
  const used = new Set([...helpers, own] as string[]);
  const names = new Map<Template, string>();
  for (const template of templates) {
    const { name, mode } = template;
    const of = words(`${name ?? placesOf(template)} ${mode ?? ""}`).slice(0, maxWords);
    const base = camelCase([...(/^\D/.test(of[0] ?? "") ? [] : ["root"]), ...of, "template"]);
    let unique = base;
    for (let count = 2; used.has(unique) || !isIdentifier(unique); count++) unique = `${base}${count}`;
    used.add(unique);
    names.set(template, unique);
  }
  return names;
}

const maxWords = 5;

/** The places that a pattern names, without what its predicates ask; `*` is any. */
function placesOf({ match = "" }: Template): string {
  const alternatives = withoutPredicates(match).split("|");
  return [...new Set(alternatives.map((one) => one.trim()))].join(" ").replaceAll("*", " any ");
}

function withoutPredicates(pattern: string): string {
  let depth = 0;
  let kept = "";
  for (const character of pattern) {
    if (character === "]") depth--;
    else if (character === "[") depth++;
    else if (depth === 0) kept += character;
  }
  return kept;
}
