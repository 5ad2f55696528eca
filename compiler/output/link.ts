import { posix } from "node:path";
import type { ModuleCode, PrintedModule } from "./print.js";

/** What generated modules take from elsewhere: from the runtime, from a package, or from a script of the project. */
export interface OutsideImport {
  /** A path of the project begins with `./`. */
  readonly module: string;
  readonly name: string;
  /** The variable that has it in the bundle. */
  readonly variable: string;
}

/** A module in its place among the others. */
export interface LinkedModule {
  readonly module: PrintedModule;
  readonly code: ModuleCode;
  /** Lines around the code that give it a scope of its own; empty if it needs none. */
  readonly open: string;
  readonly close: string;
}

export interface LinkedModules {
  /** What the modules import that is not one of them, sorted. */
  readonly imports: readonly OutsideImport[];
  /** In the order in which they are evaluated. */
  readonly modules: readonly LinkedModule[];
}

/** Modules of which one leads to all others that count: it makes the app. */
export interface LinkedApp {
  readonly modules: readonly PrintedModule[];
  readonly path: string;
  /** The variable that has the app in the bundle, where it is not alone there; its names are its own then. */
  readonly variable?: string;
}

/**
 * Finds out in which order modules are evaluated, and how each gets what it imports.
 * @param own what the end of the bundle imports in addition to what the modules import
 */
export function link(apps: readonly LinkedApp[], own: readonly Wanted[]): LinkedModules {
  const ordered = apps.map((app) => {
    const byPath = new Map(app.modules.map((module) => [module.path, module]));
    const order = evaluationOrder(byPath, app.path);
    return { app, order, outside: order.map(({ module, code }) => outsideImports(module, code, byPath)) };
  });
  const imports = new Imports([...own, ...ordered.flatMap(({ outside }) => outside.flat())]);
  const modules = ordered.map(({ app, order, outside }) =>
    inVariable(
      app,
      order.map((loaded, index) => ({
        ...loaded,
        ...scope(loaded.code, imports.renamed(outside[index] ?? [])),
      })),
    ),
  );
  return { imports: imports.all, modules: modules.flat() };
}

/** The module of the app itself comes last. */
function inVariable({ variable }: LinkedApp, modules: readonly LinkedModule[]): readonly LinkedModule[] {
  if (variable === undefined) return modules;
  return modules.map((module, index) => ({
    ...module,
    open: (index === 0 ? `var ${variable}=(()=>{\n` : "") + module.open,
    close: module.close + (index === modules.length - 1 ? "return app})();\n" : ""),
  }));
}

/** A name that is imported from outside. */
export type Wanted = readonly [module: string, name: string];

function outsideImports(
  module: PrintedModule,
  { imports }: ModuleCode,
  byPath: ReadonlyMap<string, PrintedModule>,
): readonly Wanted[] {
  return [...imports].flatMap(([specifier, names]) => {
    const path = isOwn(specifier) ? target(module, specifier, byPath) : undefined;
    if (path !== undefined && byPath.get(path)?.code !== undefined) return [];
    return [...names].map((name) => [path === undefined ? specifier : `./${path}`, name] as const);
  });
}

/** A scope of its own for a module that imports something by a name that something else has in the bundle. */
function scope({ names }: ModuleCode, renamed: readonly string[]): Pick<LinkedModule, "open" | "close"> {
  if (renamed.length === 0) return { open: "", close: "" };
  const values = `{${names.join(",")}}`;
  return { open: `var ${values}=(()=>{var ${renamed.join(",")};\n`, close: `return${values}})();\n` };
}

type Loaded = Pick<LinkedModule, "module" | "code">;

/** Every module after those that it imports, in the order of its imports, as ECMAScript has it. */
function evaluationOrder(byPath: ReadonlyMap<string, PrintedModule>, appPath: string): readonly Loaded[] {
  const order: Loaded[] = [];
  const seen = new Set<string>();
  const pending: { readonly loaded: Loaded; readonly imports: Iterator<string> }[] = [];
  const enter = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    const module = byPath.get(path);
    if (module === undefined) throw new Error(`There is no generated module ${path}.`);
    const { code } = module;
    if (code === undefined) return;
    const imports = [...code.imports.keys()]
      .filter(isOwn)
      .map((specifier) => target(module, specifier, byPath));
    pending.push({ loaded: { module, code }, imports: imports.values() });
  };
  enter(appPath);
  for (let last = pending.at(-1); last !== undefined; last = pending.at(-1)) {
    const next = last.imports.next();
    if (next.done !== true) enter(next.value);
    else {
      order.push(last.loaded);
      pending.pop();
    }
  }
  return order;
}

const isOwn = (specifier: string): boolean => specifier.startsWith(".");

/** Imports end with `.js`. Some modules are JavaScript, all others are TypeScript. */
function target(
  { path }: PrintedModule,
  specifier: string,
  byPath: ReadonlyMap<string, PrintedModule>,
): string {
  const file = posix.join(posix.dirname(path), specifier);
  return byPath.has(file) ? file : file.replace(/\.js$/, ".ts");
}

/** The variables that hold imported values. Two modules of the runtime may export the same name. */
class Imports {
  readonly #variables = new Map<string, OutsideImport>();

  constructor(wanted: readonly Wanted[]) {
    const taken = new Set<string>();
    for (const [key, [module, name]] of [...new Map(wanted.map((one) => [keyOf(one), one]))].sort(byKey)) {
      let variable = name;
      for (let count = 2; taken.has(variable); count++) variable = `${name}$${count}`;
      taken.add(variable);
      this.#variables.set(key, { module, name, variable });
    }
  }

  get all(): readonly OutsideImport[] {
    return [...this.#variables.values()];
  }

  /** Declarations of those that have another name in the bundle. */
  renamed(wanted: readonly Wanted[]): readonly string[] {
    return wanted.flatMap((one) => {
      const [, name] = one;
      const variable = this.#variables.get(keyOf(one))?.variable ?? name;
      return variable === name ? [] : [`${name}=${variable}`];
    });
  }
}

const keyOf = ([module, name]: Wanted): string => `${module} ${name}`;

function byKey([a]: readonly [string, Wanted], [b]: readonly [string, Wanted]): number {
  return a < b ? -1 : 1;
}
