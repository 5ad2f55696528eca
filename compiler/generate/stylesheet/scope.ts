import { code, isIdentifier, quote } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { Files } from "../../source/files.js";
import type { StaticType } from "../../syntax/static-type.js";
import type { ModuleBuilder } from "../module/module.js";
import { camelCase, type FlowNames } from "../module/names.js";
import { expressionWriter } from "../xpath/expression.js";
import { CallbackFocus, type Names, type Scope, type VariableCode } from "../xpath/scope.js";

/** Where the code of a stylesheet goes to, and what it can use there. */
export interface SheetModule {
  readonly builder: ModuleBuilder;
  readonly flowNames: FlowNames;
  readonly files: Files;
  /** The names that are taken at the top level. */
  readonly names: Names;
  /** Constants for the prefixes that are in scope somewhere. */
  readonly prefixes: Map<string, Doc>;
}

/** A scope with a node, its position and the number of nodes around it. */
interface NodeScope {
  readonly scope: SheetScope;
  readonly focus: CallbackFocus;
}

/** A scope that knows the variables of a stylesheet. */
export interface SheetScope extends Scope {
  readonly locals: ReadonlyMap<string, VariableCode>;
}

/** The scope of a function that gets a node: of a template, a key or a pattern. */
export function nodeScope(module: SheetModule, name: string): NodeScope {
  const { builder, flowNames, files } = module;
  const names = module.names.inner();
  const use: Scope["use"] = (helper) => builder.use(helper);
  const focus = new CallbackFocus(names, (item) => code`${use("documentRoot")}(${item})`, name);
  const scope: Scope = {
    writer: expressionWriter,
    focus,
    current: () => focus.item(),
    hasNodesOnly: true,
    names,
    use,
    useType: (type) => builder.useType(type),
    hasGlobal: () => false,
    variable: () => globalVariable(""),
    variables: () => "any",
    asset(path, kind) {
      const asset = flowNames.asset(path, kind);
      return builder.importFrom(asset.module, asset.name, module.names.imported(asset.name));
    },
    files,
  };
  return { scope: withLocals(scope, new Map()), focus };
}

/** The scope of a loop, whose items are current in turn. */
export function loopScope(outer: SheetScope): NodeScope {
  const names = outer.names.inner();
  const focus = new CallbackFocus(names, (item) => code`${outer.use("documentRoot")}(${item})`, "item");
  return { scope: { ...outer, names, focus, current: () => focus.item() }, focus };
}

/** The same with names of its own, for a block. */
export const blockScope = (scope: SheetScope): SheetScope => ({ ...scope, names: scope.names.inner() });

/** The scope behind the declaration of a variable, and the name of its constant. */
export function declared(
  scope: SheetScope,
  name: string,
  type: StaticType,
): { readonly scope: SheetScope; readonly doc: Doc } {
  const doc = scope.names.fresh(constantName(name));
  const isKnown = type === "string" || type === "number" || type === "boolean";
  const variable: VariableCode = { doc, type, narrowing: isKnown ? "constant" : "none" };
  return { scope: withLocals(scope, new Map([...scope.locals, [name, variable]])), doc };
}

const globalVariable = (name: string): VariableCode => ({
  doc: code`out.global(${quote(name)})`,
  type: "any",
  narrowing: "none",
});

function withLocals(scope: Scope, locals: SheetScope["locals"]): SheetScope {
  const find = (name: string) => locals.get(name) ?? globalVariable(name);
  return {
    ...scope,
    locals,
    variable: ({ name }) => find(name),
    variables: ({ name }) => find(name).type,
  };
}

/** `price-list` is priceList. */
function constantName(name: string): string {
  const parts = name
    .slice(name.indexOf("}") + 1)
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "");
  const joined = camelCase(parts) || "value";
  return isIdentifier(joined) ? joined : `${joined.replace(/^[^A-Za-z]+/, "")}Value`;
}
