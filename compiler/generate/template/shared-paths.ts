import { isPlainName } from "../../../runtime/data/xpath/child-path.js";
import { variablesMadeWhenRead } from "../../analyse/expressions/predefined.js";
import { call, code, isIdentifier } from "../../code/code.js";
import { at, type Doc } from "../../code/doc.js";
import { helpers } from "../../code/helpers.js";
import { functions } from "../../constructs/functions/index.js";
import { changed } from "../../source/changed.js";
import type { JsonScope } from "../../syntax/json-template.js";
import type { JsonContent } from "../../syntax/visit-json.js";
import type { PathExpression } from "../../syntax/xpath.js";
import { camelCase, words } from "../module/names.js";
import { pathCode, plainPath, sharedNames } from "../xpath/path.js";
import type { Focus, Scope } from "../xpath/scope.js";
import { definedVariables, type Read, readPaths } from "./read-paths.js";

/** The place that a template, or the body of a loop, is for the paths in it. */
interface Region {
  readonly content: JsonScope<JsonContent>;
  /** The name for the context item. */
  readonly item: string;
  /** How many steps have to be saved for a constant. */
  readonly leastSaved: number;
}

/**
 * Constants for what paths of a template have in common, and a scope that knows them:
 * `const order = at($.body, "json", "order");`. Only what the template reads in any case is read beforehand, and only
 * from data that lies there.
 */
export function sharePaths(
  { content, item, leastSaved }: Region,
  outer: Scope,
): { scope: Scope; definitions(): readonly Doc[]; itemReaders: number } {
  const paths = new SharedPaths(outer, item, leastSaved);
  const defined = definedVariables(content);
  for (const read of readPaths(content, outer)) if (!defines(defined, read)) paths.add(read);
  paths.choose();
  const scope: Scope = changed(outer, {
    shared: (path: PathExpression, focus: Focus, isDirect?: boolean) =>
      paths.find(path, focus, isDirect) ?? outer.shared?.(path, focus, isDirect),
  });
  return { scope, definitions: () => paths.definitions(), itemReaders: paths.itemReaders };
}

const defines = (defined: ReadonlySet<string>, { path: { start } }: Read): boolean =>
  typeof start !== "string" && start.kind === "variable" && defined.has(start.name);

/** The common beginning of some paths. */
interface Prefix {
  /** Its steps, from the start on. */
  readonly names: readonly string[];
  /** A path that begins so. */
  readonly path: PathExpression;
  readonly children: Map<string, Prefix>;
  /** How many paths have no further names. */
  ends: number;
  /** One of these goes on with other steps. */
  goesOn: boolean;
  /** One of these, or of those with further names, is no path of names alone. */
  hasOthers: boolean;
  /** A path that begins so is read in any case. */
  isCertain: boolean;
  isChosen: boolean;
  constant: Doc | undefined;
  isUsed: boolean;
}

class SharedPaths {
  /** How many paths and constants begin at the context item, if it is read in any case. */
  itemReaders = 0;
  readonly #roots = new Map<string, Prefix>();
  /** Those with a constant, in the order of the text, but for what longer ones begin with: that comes before them. */
  readonly #constants: Prefix[] = [];

  constructor(
    private readonly scope: Scope,
    private readonly item: string,
    private readonly leastSaved: number,
  ) {}

  add({ path, isCertain }: Read): void {
    const key = this.#startOf(path);
    if (key === undefined || this.scope.shared?.(path, this.scope.focus, true) !== undefined) return;
    const goesOn = plainPath(path) === undefined;
    const passed = (prefix: Prefix): Prefix => {
      prefix.isCertain ||= isCertain;
      prefix.hasOthers ||= goesOn;
      return prefix;
    };
    let prefix = passed(child(this.#roots, key, [], path));
    for (const name of sharedNames(path, this.scope))
      prefix = passed(child(prefix.children, name, [...prefix.names, name], path));
    prefix.ends++;
    prefix.goesOn ||= goesOn;
  }

  choose(): void {
    for (const [key, root] of this.#roots) {
      const readers = this.#choose(root);
      if (key === contextKey && root.isCertain) this.itemReaders = readers;
      this.#name(root);
    }
  }

  /** @param isDirect it is read as properties, so a constant may hold members */
  find(path: PathExpression, focus: Focus, isDirect = false, maxLength = Number.POSITIVE_INFINITY) {
    const key = path.start === "context" && focus !== this.scope.focus ? undefined : this.#startOf(path);
    let prefix = key === undefined ? undefined : this.#roots.get(key);
    let found: Prefix | undefined;
    const names = sharedNames(path, this.scope);
    for (let length = 1; length <= names.length && length <= maxLength; length++) {
      prefix = prefix?.children.get(names[length - 1] as string);
      if (prefix?.constant === undefined) continue;
      const next = names[length];
      if (!hasMembers(prefix) || (isDirect && next !== undefined && isPlainName(next, true))) found = prefix;
    }
    if (found?.constant === undefined) return undefined;
    found.isUsed = true;
    return {
      doc: found.constant,
      names: names.slice(found.names.length),
      isMembers: hasMembers(found),
    };
  }

  /** The constants that were used, once all code is made that may use them. */
  definitions(): readonly Doc[] {
    const docs: Doc[] = [];
    for (const prefix of this.#constants.toReversed()) {
      const { constant, isUsed, path, names } = prefix;
      if (constant === undefined || !isUsed) continue;
      const steps = stepsFor(path, names.length);
      const shorter: Scope = changed(this.scope, {
        shared: (wanted: PathExpression, focus: Focus, isDirect?: boolean) =>
          this.find(wanted, focus, isDirect, names.length - 1) ??
          this.scope.shared?.(wanted, focus, isDirect),
      });
      const { doc } = pathCode(changed(path, { steps }), shorter);
      const value = hasMembers(prefix) ? call(this.scope.use("members"), [doc]) : doc;
      docs.push(at(path.span, code`const ${constant} = ${value};`));
    }
    return docs.reverse();
  }

  /** Returns how many reads of the prefix are left to the one before it. */
  #choose(prefix: Prefix): number {
    let readers = prefix.ends;
    for (const longer of prefix.children.values()) readers += this.#choose(longer);
    const saved = (readers - 1) * prefix.names.length;
    if (!prefix.isCertain || saved < this.leastSaved || !isTelling(prefix)) return readers;
    prefix.isChosen = true;
    return 1;
  }

  #name(prefix: Prefix): void {
    if (prefix.isChosen) {
      prefix.constant = this.scope.names.fresh(this.#nameOf(prefix));
      this.#constants.push(prefix);
    }
    for (const longer of prefix.children.values()) this.#name(longer);
  }

  /** The start of the path, if that is data; the members of `$request` and the like are made when they are read. */
  #startOf({ start }: PathExpression): string | undefined {
    if (start === "context") return contextKey;
    if (typeof start === "string") return undefined;
    if (start.kind === "variable")
      return variablesMadeWhenRead.has(start.name) ? undefined : `$${start.name}`;
    if (start.kind !== "call") return undefined;
    const read = functions.get(start.name)?.contentRead?.(start);
    return read?.as === "document" && read.id !== undefined ? `content ${read.id}` : undefined;
  }

  /** The name of the last step, with those before it where that says too little. */
  #nameOf({ path: { start }, names }: Prefix): string {
    const parts = [this.#startName(start), ...names];
    for (let from = names.length; from >= 0; from--) {
      const name = camelCase(parts.slice(from).flatMap(words));
      if (name.length <= maxName && isIdentifier(name) && !helpers.has(name) && !dullNames.has(name))
        return name;
    }
    return "part";
  }

  #startName(start: PathExpression["start"]): string {
    if (typeof start === "string") return this.item;
    if (start.kind === "variable") return start.name;
    const [id] = start.kind === "call" ? start.arguments : [];
    return id?.kind === "literal" ? id.value : "content";
  }
}

const contextKey = ".";

const maxName = 40;

/** Its constant says more than the path: no value that is read twice only, nor the root of a document. */
const isTelling = ({ children, ends, goesOn, names }: Prefix): boolean =>
  (children.size > 0 || goesOn || ends > 2) && !(names.length === 1 && names[0] === "json");

/** Nothing but members is read of it, so its constant holds these: each would ask anew what it is. */
const hasMembers = ({ children, ends, hasOthers }: Prefix): boolean =>
  ends === 0 && !hasOthers && [...children.keys()].every((name) => isPlainName(name, true));

/** The name that items of every array have. */
const dullNames: ReadonlySet<string> = new Set(["value"]);

function child(
  among: Map<string, Prefix>,
  name: string,
  names: readonly string[],
  path: PathExpression,
): Prefix {
  const known = among.get(name);
  if (known !== undefined) return known;
  const made: Prefix = {
    names,
    path,
    children: new Map(),
    ends: 0,
    goesOn: false,
    hasOthers: false,
    isCertain: false,
    isChosen: false,
    constant: undefined,
    isUsed: false,
  };
  among.set(name, made);
  return made;
}

/** The first steps of a plain path that have so many names. */
function stepsFor({ steps }: PathExpression, count: number): PathExpression["steps"] {
  return steps.filter(({ axis }) => axis === "child").slice(0, count);
}
