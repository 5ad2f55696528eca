import type { Program } from "../../analyse/program.js";
import { isIdentifier } from "../../code/code.js";
import { helpers } from "../../code/helpers.js";
import type { AssetKind } from "../../language/function-definition.js";
import type { Route, RouteOperation } from "../../load/routes.js";
import type { FileSet } from "../../source/files.js";
import type { JwtScheme } from "../../syntax/security.js";

/** A generated module and what it exports. */
interface ModuleName {
  /** `endpoints/get-users.ts` */
  readonly module: string;
  /** `getUsers` */
  readonly name: string;
}

/**
 * Something of the flow directory that flows use as data: a file, in one of the forms that generated code takes it in,
 * or the paths that there are.
 */
export interface Asset extends ModuleName {
  readonly kind: AssetKind;
  readonly path: string;
}

/** Files of the flow directory of which one is chosen at run time. */
export interface FileSetModule extends ModuleName {
  readonly files: FileSet;
}

/** One operation, or one path whose operations share a flow. */
export interface Endpoint extends ModuleName {
  readonly route: Route;
  readonly operations: readonly RouteOperation[];
  /** The flow file. */
  readonly flow: string;
}

/** Names that are readable, stable, and different from each other on every file system. */
export class FlowNames {
  readonly endpoints: readonly Endpoint[];
  readonly #shared = new Map<string, ModuleName>();
  readonly #assets = new Map<string, Asset>();
  readonly #handlers = new Map<string, ModuleName>();
  readonly #schemes: ReadonlyMap<JwtScheme, ModuleName>;
  readonly #fileSets = new Map<string, FileSetModule>();
  readonly #used = new Set<string>();

  constructor(program: Program) {
    this.endpoints = endpointsOf(program, (folder, words) => this.#unique(folder, words));
    for (const path of sharedFlows(program, this.endpoints)) {
      this.#shared.set(path, this.#unique("flows", fileWords(path), "flow"));
    }
    this.#schemes = new Map(
      program.securitySchemes.map((scheme) => [scheme, this.#unique("security", words(scheme.name))]),
    );
  }

  /** Flows that have a module of their own: init, error and sub-flows, and flows of several endpoints. */
  get sharedFlows(): ReadonlyMap<string, ModuleName> {
    return this.#shared;
  }

  get assets(): readonly Asset[] {
    return [...this.#assets.values()];
  }

  get fileSets(): readonly FileSetModule[] {
    return [...this.#fileSets.values()];
  }

  shared(path: string): ModuleName {
    const name = this.#shared.get(path);
    if (name === undefined) throw new Error(`${path} has no module of its own.`);
    return name;
  }

  scheme(scheme: JwtScheme): ModuleName {
    const name = this.#schemes.get(scheme);
    if (name === undefined) throw new Error(`${scheme.name} has no module.`);
    return name;
  }

  /** The module of a handler, and a name for its default export. */
  handler(path: string): ModuleName {
    const known = this.#handlers.get(path);
    if (known !== undefined) return known;
    const { name } = this.#unique("source", fileWords(path.replace(/^handlers\//, "")), "handler");
    const made = { module: scriptModule(path), name };
    this.#handlers.set(path, made);
    return made;
  }

  /** The module of an asset, from now on. */
  asset(path: string, kind: AssetKind): Asset {
    const key = `${kind} ${path}`;
    const known = this.#assets.get(key);
    if (known !== undefined) return known;
    const asset = { kind, path, ...this.#asset(words(path), kind) };
    this.#assets.set(key, asset);
    return asset;
  }

  /** A module for what an operation's messages must be like. */
  contract(operation: readonly string[]): ModuleName {
    return this.#unique("contracts", operation, "contract");
  }

  /** A module for what is known of an upstream system. */
  upstreamApi(path: string): ModuleName {
    return this.#unique("contracts", fileWords(path), "api");
  }

  /** A module of checks in JavaScript. */
  schemas(path: string): string {
    return this.#unique("schemas", fileWords(path), "schemas").module.replace(/\.ts$/, ".js");
  }

  /** A module for the examples of an operation. */
  mock(operation: readonly string[]): ModuleName {
    return this.#unique("mocks", operation, "mock");
  }

  /** The module of a set of files, from now on. */
  fileSet(files: FileSet): FileSetModule {
    const key = JSON.stringify([files.start, files.end]);
    const known = this.#fileSets.get(key);
    if (known !== undefined) return known;
    const made = { files, ...this.#unique("assets", ["files", ...words(`${files.start} ${files.end}`)]) };
    this.#fileSets.set(key, made);
    return made;
  }

  /** A file that is data in two forms has the second one in its name. */
  #asset(path: readonly string[], kind: AssetKind): ModuleName {
    const isTaken = this.#used.has(moduleOf("assets", path).toLowerCase());
    return this.#unique("assets", path, isTaken ? kind : undefined);
  }

  /** @param what is added to the exported name, unless it ends so anyway; the folder of the module says it already */
  #unique(folder: Folder, all: readonly string[], what?: string): ModuleName {
    const parts = withoutRepeats(all.length === 0 ? ["root"] : all);
    const isAsset = folder === "assets";
    for (let count = 1; ; count++) {
      const number = count === 1 ? [] : [String(count)];
      const kind = what === undefined || parts.at(-1) === what ? [] : [what];
      const module = moduleOf(folder, [...parts, ...(isAsset ? kind : []), ...number]);
      const name = exportName([...parts, ...kind, ...number], folder);
      if (this.#used.has(module.toLowerCase()) || this.#used.has(name)) continue;
      this.#used.add(module.toLowerCase());
      this.#used.add(name);
      return { module, name };
    }
  }
}

/** The module of a file that people write: in `source/`, as it is in the flow directory. */
export const scriptModule = (path: string): string => `source/${path}`;

const moduleOf = (folder: Folder, parts: readonly string[]): string =>
  `${folder}/${shorten(withoutRepeats(parts)).join("-")}.ts`;

/** `users/users.xml` is users, not users, users. */
const withoutRepeats = (parts: readonly string[]): readonly string[] =>
  parts.filter((part, index) => part !== parts[index - 1] || /^\d+$/.test(part));

/** Names that generated modules import. */
const takenNames: ReadonlySet<string> = new Set([...helpers, "Hono", "app", "flows"]);

/** Names of constants that functions define beside them. */
const constantNames = /^response\d*$/;

function endpointsOf(
  program: Program,
  unique: (folder: Folder, words: readonly string[]) => ModuleName,
): readonly Endpoint[] {
  return program.routes.flatMap((route): readonly Endpoint[] => {
    const own = route.operations.filter(({ level }) => level === "operation");
    const shared = route.operations.filter(({ level }) => level !== "operation");
    const [first] = shared;
    const endpoint = (
      operations: readonly RouteOperation[],
      { flow }: RouteOperation,
      names: readonly string[],
    ): Endpoint => {
      const { module, name } = unique("endpoints", names);
      return { module, name, route, operations, flow: program.flowPath(flow) };
    };
    return [
      ...own.map((operation) => endpoint([operation], operation, operationWords(operation, route))),
      ...(first === undefined ? [] : [endpoint(shared, first, patternWords(route.pattern))]),
    ];
  });
}

function sharedFlows(program: Program, endpoints: readonly Endpoint[]): readonly string[] {
  const uses = new Map<string, number>();
  for (const { flow } of endpoints) uses.set(flow, (uses.get(flow) ?? 0) + 1);
  const entries = new Set([program.initFlow, program.errorFlow, program.outsideFlow, program.configFlow]);
  return [...program.flows.keys()]
    .filter((path) => uses.get(path) !== 1 || entries.has(path) || program.calledFlows.has(path))
    .sort();
}

/** `GET /users/{id}` without an ID is get, users, by, id. */
export function operationWords({ method, operation }: RouteOperation, { pattern }: Route): readonly string[] {
  const id = words(operation?.operationId ?? "");
  return id.length > 0 ? id : [...words(method), ...patternWords(pattern)];
}

/** `/users/{id}/**` is users, by id, all. */
function patternWords(pattern: string): readonly string[] {
  return pattern
    .split("/")
    .flatMap((segment) => (segment === "**" ? ["all"] : words(segment.replace(/\{([^}]*)\}/g, " by $1 "))));
}

/** Words of letters and digits, at lower case and without accents; `getUserById` has four, `JWTHeader` two. */
export function words(text: string): readonly string[] {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, " ")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

/** Of the path of a file, without its extension. */
const fileWords = (path: string): readonly string[] => words(path.replace(/\.[^./]*$/, ""));
/** The folders of generated modules, and what is added to names that are taken. */
const suffixes = {
  endpoints: "Endpoint",
  flows: "Flow",
  security: "Scheme",
  assets: "Asset",
  contracts: "Contract",
  schemas: "Schemas",
  mocks: "Mock",
  source: "Handler",
} as const;
type Folder = keyof typeof suffixes;

const maxLength = 80;

function exportName(parts: readonly string[], folder: Folder): string {
  const name = camelCase(shorten(parts));
  const isFree = isIdentifier(name) && !takenNames.has(name) && !constantNames.test(name);
  if (isFree) return name;
  const suffix = suffixes[folder];
  return isIdentifier(`${name}${suffix}`) ? `${name}${suffix}` : `${suffix.toLowerCase()}${name}`;
}

export const camelCase = (words: readonly string[]): string =>
  words.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join("");

/** Long patterns keep their beginning and end, so that numbered names stay different. */
function shorten(parts: readonly string[]): readonly string[] {
  if (parts.join("-").length <= maxLength) return parts;
  const kept: string[] = [];
  for (const part of parts.slice(0, -1)) {
    if ([...kept, part].join("-").length > maxLength - 20) break;
    kept.push(part);
  }
  return [...kept, (parts.at(-1) ?? "").slice(0, 20)];
}
