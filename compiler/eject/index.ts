import { posix } from "node:path";
import { predefinedVariables } from "../analyse/expressions/predefined.js";
import type { Program } from "../analyse/program.js";
import { factsOf } from "../constructs/actions/facts.js";
import type { Endpoint, FlowNames } from "../generate/module/names.js";
import type { Compilation } from "../index.js";
import type { RouteOperation } from "../load/routes.js";
import type { PrintedModule } from "../output/print.js";
import { addTo } from "../source/lists.js";
import { oncePer } from "../source/remembered.js";
import { treeOf, treesOf } from "../syntax/flow-summary.js";
import type { Schema } from "../syntax/schema.js";
import { actionsOf } from "../syntax/statements.js";
import { FlowModule } from "./handler/flow-source.js";
import { writeHandler } from "./handler/handler.js";
import { EjectError } from "./handler/parts.js";
import type { ParameterKind, PlaceFacts } from "./handler/places.js";
import { assignments, constantsOf, kindOf, mentions } from "./handler/variables.js";
import { type Kind, NoCounterpart } from "./handler/written.js";
import { Refusal } from "./refusal.js";

/** What becomes of a flow. Paths are relative to the flow directory. */
export interface Ejected {
  /** The handler as TypeScript. */
  readonly text: string;
  /** New flow files, for actions that have no counterpart in TypeScript: the handler calls them. Path to text. */
  readonly parts: ReadonlyMap<string, string>;
  /** What the handler does otherwise than the flow, or what stays XML; sentences for people. */
  readonly notes: readonly string[];
}

/**
 * Rewrites a flow as a handler.
 * @param compilation has the modules of the app
 * @param flow the path of the flow file
 * @param handler the path of the handler
 * @param operations those that the handler will answer, with what the description says of their parameters; none if other flows
 * call it
 * @throws Refusal
 */
export function eject(
  compilation: Compilation,
  flow: string,
  handler: string,
  operations: readonly RouteOperation[],
): Ejected {
  const house = houseOf(compilation);
  if (house === undefined) throw new Refusal("The flows have errors.");
  const module = house.module(flow);
  if (module === undefined) throw new Refusal(`${flow} has no module.`);
  try {
    const { text, parts, kept } = writeHandler(module, {
      summary: operations[0]?.operation?.summary,
      parameter: parameters(operations),
      body: bodySchema(operations),
      variable: house.variables(flow),
      isReplaced: (name) => house.replaced.has(name),
      constants: house.constants(flow, module),
      flowOf: (name) => house.flowOf(module, name),
      called: house.called(flow).map(({ printed }) => printed),
      fileOf: (name) => house.fileOf(module, name, handler),
      fromHandler: (path) => relativeTo(handler, posix.join(posix.dirname(flow), path)),
      isFree: (path) => !house.program.files.has(path),
    });
    return {
      text,
      parts,
      notes: kept.length === 0 ? [] : [`${listed(kept)} ${new Set(kept).size === 1 ? "stays" : "stay"} XML`],
    };
  } catch (error) {
    if (error instanceof EjectError)
      throw new Refusal(`${flow} cannot become a handler: ${error.message}.`, error.statement?.span);
    if (error instanceof NoCounterpart)
      throw new Refusal(`${flow} cannot become a handler: ${error.message} has no counterpart.`);
    throw error;
  }
}

/** `<xslt> and <dump>`. */
function listed(names: readonly string[]): string {
  const tags = [...new Set(names)].map((name) => `<${name}>`);
  return tags.length < 2 ? tags.join() : `${tags.slice(0, -1).join(", ")} and ${tags.at(-1)}`;
}

/** The modules of an app, and what they reach. */
class House {
  readonly #modules: ReadonlyMap<string, PrintedModule>;
  readonly #read = new Map<string, FlowModule | undefined>();
  readonly #paths: ReadonlyMap<string, string>;
  readonly #endpoints: ReadonlyMap<string, Endpoint>;
  /** Predefined variables that some flow sets. */
  readonly replaced: ReadonlySet<string>;

  constructor(
    readonly program: Program,
    private readonly names: FlowNames,
    modules: readonly PrintedModule[],
  ) {
    this.#modules = new Map(modules.map((module) => [module.path, module]));
    this.#paths = new Map([...names.sharedFlows].map(([path, { name }]) => [name, path]));
    this.#endpoints = new Map(names.endpoints.map((endpoint) => [endpoint.flow, endpoint]));
    const set = [...treesOf(program.flows).values()].flatMap(({ statements }) =>
      actionsOf(statements).flatMap((action) => factsOf(action).sets.map(({ name }) => name)),
    );
    this.replaced = new Set(set.filter((name) => predefinedVariables.has(name)));
  }

  /** The module with the function of a flow. */
  module(path: string): FlowModule | undefined {
    if (this.#read.has(path)) return this.#read.get(path);
    const own = this.names.sharedFlows.get(path) ?? this.#endpoints.get(path);
    const printed = own && this.#modules.get(own.module);
    const flow = treeOf(this.program.flows.get(path));
    const read = printed && flow && new FlowModule(printed, flow);
    this.#read.set(path, read);
    return read;
  }

  /** The path of the flow that a name of a module stands for. */
  flowOf(module: FlowModule, name: string): string | undefined {
    return module.imports.has(name) ? this.#paths.get(name) : undefined;
  }

  /** The file with JSON that a name of a module stands for, as a handler imports it. */
  fileOf(
    module: FlowModule,
    name: string,
    handler: string,
  ): { readonly specifier: string; readonly data: unknown } | undefined {
    const asset = this.names.assets.find((one) => one.name === name && module.imports.has(name));
    const source = asset?.kind === "json" ? this.program.files.get(asset.path) : undefined;
    if (asset === undefined || source === undefined) return undefined;
    // A module takes no data but this, and long integers would lose digits.
    if (!asset.path.endsWith(".json") || /\d{16}/.test(source.text)) return undefined;
    const path = relativeTo(handler, asset.path);
    return { specifier: path.startsWith(".") ? path : `./${path}`, data: JSON.parse(source.text) };
  }

  /** The flows that a flow calls, directly or not, without itself. */
  called(path: string): readonly FlowModule[] {
    return this.#reached([path], new Set([path]));
  }

  #reached(starts: readonly string[], seen: Set<string>): readonly FlowModule[] {
    const found: FlowModule[] = [];
    for (const start of starts) {
      const module = this.module(start);
      const called = [...(module?.imports.keys() ?? [])].flatMap((name) => this.#paths.get(name) ?? []);
      for (const path of called) {
        if (seen.has(path)) continue;
        seen.add(path);
        const own = this.module(path);
        if (own !== undefined) found.push(own);
        for (const each of this.#reached([path], seen)) found.push(each);
      }
    }
    return found;
  }

  /** The flows around the flow of an operation. */
  #around(kind: "initFlow" | "errorFlow"): readonly FlowModule[] {
    const path = this.program[kind];
    const own = path === undefined ? undefined : this.module(path);
    return path === undefined || own === undefined ? [] : [own, ...this.called(path)];
  }

  constants(path: string, module: FlowModule): ReadonlySet<string> {
    const called = [...this.called(path), ...this.#around("errorFlow")].map(({ printed }) => printed);
    // What a flow sets that others call, these may read behind the call.
    const callers = this.names.sharedFlows.has(path)
      ? [...this.#modules.values()].filter(({ path: other }) => other !== module.printed.path)
      : [];
    const others = [...called, ...callers];
    const constants = [...constantsOf(module)];
    return new Set(constants.filter((name) => !others.some((other) => mentions(other, name))));
  }

  /** What variables hold that flows before have set, or flows that are called. */
  variables(path: string): PlaceFacts["variable"] {
    const modules = [this.module(path), ...this.called(path), ...this.#around("initFlow")];
    const all = new Map<string, Set<Parameters<typeof kindOf>[0][number]>>();
    for (const module of modules)
      for (const [name, found] of module === undefined ? [] : assignments(module))
        for (const { right } of found) addTo(all, name, right);
    return (name) => {
      const isToken = this.program.tokenVariables.has(name) && !all.has(name);
      return isToken ? { kind: "json", isObject: true } : { kind: kindOf([...(all.get(name) ?? [])]) };
    };
  }
}

const houseOf = oncePer(
  ({ program, names, modules }: Compilation) => program && names && new House(program, names, modules),
);

const relativeTo = (file: string, path: string): string => posix.relative(posix.dirname(file), path);

/** What the JSON of clients is like, where the app refuses any other. */
function bodySchema(operations: readonly RouteOperation[]): Schema | undefined {
  const [only, ...others] = operations;
  const isChecked = only?.operation?.contract?.modes.request === true;
  return isChecked && others.length === 0 ? only.operation?.requestBody : undefined;
}

/** What handlers get of parameters, by what the description says of them. */
function parameters(operations: readonly RouteOperation[]): ParameterKind {
  const contracts = operations.map(({ operation }) => operation?.contract?.parameters ?? []);
  return (place, name) => {
    const kinds = new Set(
      contracts.map((all): Kind | undefined => {
        const own = all.find((each) => each.place === place && sameName(place, each.name, name));
        switch (own?.type) {
          case undefined:
            return "text";
          case "string":
            return "text";
          case "integer":
          case "number":
          case "boolean":
            return "decoded";
          default:
            return undefined;
        }
      }),
    );
    const [only] = kinds;
    return kinds.size === 1 ? only : undefined;
  };
}

const sameName = (place: string, a: string, b: string): boolean =>
  place === "header" ? a.toLowerCase() === b.toLowerCase() : a === b;
