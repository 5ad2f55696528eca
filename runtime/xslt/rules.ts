import { spend } from "../base/work.js";
import type { Node, NodeType } from "../data/model/node.js";
import { expandedName } from "./names.js";
import { type Kept, matchesPattern, mayMatch, namesOf, type Pattern } from "./pattern.js";
import type { PatternMaker, Rule, Template } from "./stylesheet.js";

/** A rule of a transformation. */
export interface ActiveRule {
  readonly pattern: Pattern;
  readonly precedence: number;
  readonly importedFrom: number;
  readonly template: Template;
}

/** The rules of a stylesheet by mode, those that count most first (XSLT 1.0 §5.5). */
export class RuleTable {
  readonly #rules = new Map<string, Rule[]>();
  readonly #modes = new Map<string, Mode>();

  constructor(rules: readonly Rule[]) {
    // The last one counts most where nothing else decides, and sorting keeps the order.
    for (const rule of rules.toReversed()) {
      const { mode = "" } = rule;
      const known = this.#rules.get(mode);
      if (known === undefined) this.#rules.set(mode, [rule]);
      else known.push(rule);
    }
    for (const ofMode of this.#rules.values()) ofMode.sort(byConflict);
  }

  /** The mode as all transformations share it, if its patterns ask none for anything; else one that is made. */
  mode(name: string, make: (maker: PatternMaker) => Pattern): Mode {
    const shared = this.#modes.get(name);
    if (shared !== undefined) return shared;
    const rules = this.#rules.get(name) ?? [];
    const mode = new Mode(rules, make);
    if (rules.every(({ match }) => typeof match !== "function")) this.#modes.set(name, mode);
    return mode;
  }
}

/** The rules of a mode. */
class Mode {
  readonly #rules: readonly ActiveRule[];
  /** The names that a pattern asks for. All other nodes of a type are alike, so that no input makes the lists more. */
  readonly #names: ReadonlySet<string>;
  readonly #candidates = new Map<NodeType, Map<string, readonly ActiveRule[]>>();

  constructor(rules: readonly Rule[], make: (maker: PatternMaker) => Pattern) {
    this.#rules = rules.map((rule) => ({
      pattern: make(rule.match),
      precedence: rule.precedence ?? 0,
      importedFrom: rule.importedFrom ?? 0,
      template: rule.template,
    }));
    this.#names = new Set(this.#rules.flatMap(({ pattern }) => namesOf(pattern)));
  }

  /** The rules for nodes of that type and name. */
  candidates(node: Node): readonly ActiveRule[] {
    const lists = this.#candidates.get(node.type) ?? new Map<string, readonly ActiveRule[]>();
    this.#candidates.set(node.type, lists);
    const name = this.#nameOf(node);
    let found = lists.get(name);
    if (found === undefined) {
      spend(this.#rules.length);
      found = this.#rules.filter(({ pattern }) => mayMatch(pattern, node));
      lists.set(name, found);
    }
    return found;
  }

  #nameOf(node: Node): string {
    const name = expandedName(node);
    if (this.#names.has(name)) return name;
    const any = `{${node.namespaceUri}}*`;
    return this.#names.has(any) ? any : "";
  }
}

/** Finds the rule for a node (XSLT 1.0 §5.5). */
export class Rules {
  readonly #modes = new Map<string, Mode>();
  readonly #kept: Kept = new WeakMap();

  constructor(
    private readonly table: RuleTable,
    private readonly make: (maker: PatternMaker) => Pattern,
  ) {}

  /** @param limits the import precedences that are asked for */
  find(
    node: Node,
    mode: string,
    limits?: { readonly from: number; readonly below: number },
  ): ActiveRule | undefined {
    for (const rule of this.#mode(mode).candidates(node)) {
      if (limits !== undefined && (rule.precedence < limits.from || rule.precedence >= limits.below))
        continue;
      if (matchesPattern(rule.pattern, node, this.#kept)) return rule;
    }
    return undefined;
  }

  matches(pattern: Pattern, node: Node): boolean {
    return matchesPattern(pattern, node, this.#kept);
  }

  #mode(name: string): Mode {
    let mode = this.#modes.get(name);
    if (mode === undefined) {
      mode = this.table.mode(name, this.make);
      this.#modes.set(name, mode);
    }
    return mode;
  }
}

/** The rule of the highest import precedence first, then of the highest priority. */
function byConflict(left: Rule, right: Rule): number {
  return (right.precedence ?? 0) - (left.precedence ?? 0) || right.priority - left.priority;
}
