import { staticType } from "../../analyse/types/static-type.js";
import { code, identifier, join } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { Helper, RuntimeType } from "../../code/helpers.js";
import type { AssetKind } from "../../language/function-definition.js";
import type { Files } from "../../source/files.js";
import type { StaticType, VariableTypes } from "../../syntax/static-type.js";
import type { Expression, PathExpression, VariableReference } from "../../syntax/xpath.js";
import type { Code } from "./code.js";

/** Where an expression is evaluated: XPath's context node, position and size (XPath 1.0 §1). */
export interface Focus {
  /** The context node; asking for it counts as using it. */
  item(): Doc;
  /** The root of its document. */
  root(): Doc;
  position(): Doc;
  last(): Doc;
}

/** Writes expressions of any kind. */
export interface ExpressionWriter {
  /** The natural form. */
  expression(expression: Expression, scope: Scope): Code;
  /** As what a variable holds: node-sets keep their parents and identity. */
  value(expression: Expression, scope: Scope): Code;
}

/** The surroundings that expressions see. */
export interface Scope {
  /** For the expressions inside of others. */
  readonly writer: ExpressionWriter;
  readonly focus: Focus;
  /** In a stylesheet: the node that the template, the loop around or the step of a pattern is at (XSLT 1.0 §12.4). */
  current?(): Doc;
  /** Tells whether all items are nodes, as in a stylesheet. */
  readonly hasNodesOnly?: true;
  readonly names: Names;
  /** Registers a runtime helper as imported. */
  use(helper: Helper): Doc;
  /** Registers a type of the runtime as imported. */
  useType(name: RuntimeType): Doc;
  /** Tells whether some flow sets this variable. */
  hasGlobal(name: string): boolean;
  variable(reference: VariableReference): VariableCode;
  /**
   * The constant that a plain path begins with, if there is one for it, and the steps that are left.
   * @param isDirect the path is read as properties
   */
  shared?(path: PathExpression, focus: Focus, isDirect?: boolean): SharedPath | undefined;
  /** The members of the item that the focus is at, if they are at hand. */
  members?(focus: Focus): Doc | undefined;
  /** The known type of a variable's value at this place. */
  readonly variables: VariableTypes;
  /** The value that a module of its own exports for a file of the flow directory. */
  asset?(path: string, kind: AssetKind): Doc;
  /** The flow directory. */
  readonly files?: Files;
}

interface SharedPath {
  readonly doc: Doc;
  readonly names: readonly string[];
  /** It holds no value but its members. Only a path that is read as properties gets it. */
  readonly isMembers: boolean;
}

export interface VariableCode {
  readonly doc: Doc;
  /** The known type of its value at this place. */
  readonly type: StaticType;
  /** Where TypeScript knows that type too: behind an assignment in the same function, everywhere, or nowhere. */
  readonly narrowing: "assignment" | "constant" | "none";
}

/** The type of an expression, with what is known of the variables in it. */
export const typeOf = (expression: Expression, scope: Scope): StaticType =>
  staticType(expression, scope.variables);

/** For code in a callback: TypeScript does not know what a variable holds by the time it runs. */
export const callbackVariables =
  (scope: Scope): Scope["variable"] =>
  (reference) => {
    const code = scope.variable(reference);
    return code.narrowing === "assignment" ? { ...code, narrowing: "none" } : code;
  };

/** Names for bindings of a function: none is used twice, and none shadows what the function may refer to. */
export class Names {
  readonly #used: Set<string>;
  /** Those that functions inside this one may use as well, since only this one refers to them. */
  readonly #own = new Set<string>();
  /** Those that are used in functions inside this one. */
  readonly #inside = new Set<string>();
  /**
   * The names that the module imports or has as constants, and those bound in this function and all around
   * and inside it.
   */
  readonly #module: { readonly imports: Set<string>; readonly bindings: Set<string> };

  constructor(
    used?: Iterable<string>,
    private readonly outer?: Names,
  ) {
    this.#used = new Set(used);
    this.#module = outer === undefined ? { imports: new Set(), bindings: new Set() } : outer.#module;
  }

  /** For a function inside this one. */
  inner(): Names {
    return new Names([], this);
  }

  /** `item`, then `item2`, `item3` … */
  fresh(name: string): Doc {
    const free = numbered(name, (candidate) => this.#isTaken(candidate, true));
    this.#used.add(free);
    this.#module.bindings.add(free);
    for (let { outer } = this; outer !== undefined; outer = outer.outer) outer.#inside.add(free);
    return identifier(free);
  }

  /** Of a parameter that no function inside this one refers to. */
  ownParameter(name: string): Doc {
    const free = numbered(
      name,
      (candidate) =>
        this.#isTaken(candidate, false) || this.#own.has(candidate) || this.#inside.has(candidate),
    );
    this.#own.add(free);
    this.#module.bindings.add(free);
    return identifier(free);
  }

  /** The name under which what a module of the project exports is imported. */
  imported(name: string): string {
    const { imports, bindings } = this.#module;
    const free = numbered(name, (candidate) => bindings.has(candidate));
    imports.add(free);
    return free;
  }

  /** Of a constant of the module, to which functions may refer that have been made already. */
  constant(name: string): Doc {
    const { imports, bindings } = this.#module;
    const free = numbered(name, (candidate) => bindings.has(candidate) || this.#isTaken(candidate, true));
    imports.add(free);
    return identifier(free);
  }

  #isTaken(name: string, byOwn: boolean): boolean {
    if (this.#module.imports.has(name)) return true;
    for (let names: Names | undefined = this; names !== undefined; names = names.outer)
      if (names.#used.has(name) || (byOwn && names.#own.has(name))) return true;
    return false;
  }
}

function numbered(name: string, isTaken: (candidate: string) => boolean): string {
  let candidate = name;
  for (let count = 2; isTaken(candidate); count++) candidate = `${name}${count}`;
  return candidate;
}

/** A focus whose parts are parameters of a callback; only those that were used are declared. */
export class CallbackFocus implements Focus {
  readonly #item: Doc;
  #position: Doc | undefined;
  #last: Doc | undefined;
  #arity = 0;

  constructor(
    private readonly names: Names,
    private readonly documentRoot: (item: Doc) => Doc,
    name = "item",
    /**
     * In a predicate, each item is a node, and no string, number or boolean of XPath. A function that asks for nothing but
     * members gets these in place of the item.
     */
    readonly items: "any" | "nodes" | "members" = "any",
  ) {
    this.#item = names.fresh(name);
  }

  item(): Doc {
    this.#arity = Math.max(this.#arity, 1);
    return this.#item;
  }

  root(): Doc {
    return this.documentRoot(this.item());
  }

  position(): Doc {
    this.#arity = Math.max(this.#arity, 2);
    this.#position ??= this.names.ownParameter("position");
    return this.#position;
  }

  last(): Doc {
    this.position();
    this.#arity = 3;
    this.#last ??= this.names.ownParameter("last");
    return this.#last;
  }

  /** To be asked for after the callback's body has been generated. */
  parameters(): Doc {
    return join(code`, `, this.parameterList());
  }

  parameterList(): readonly Doc[] {
    return [this.#item, this.#position, this.#last].slice(0, this.#arity).filter((one) => one !== undefined);
  }
}
