import type { Node, NodeType } from "../data-model/node.js";
import { spend } from "../limits/work.js";
import { type Kept, matchesPattern, mayMatch, type Pattern } from "./pattern.js";
import type { PatternMaker, Rule, Template } from "./stylesheet.js";

/** A rule of a transformation. */
export interface ActiveRule {
  readonly pattern: Pattern;
  readonly precedence: number;
  readonly importedFrom: number;
  readonly template: Template;
}

/** The rules of a mode, the one that counts most first, and those that a name may match. */
interface Mode {
  readonly rules: readonly ActiveRule[];
  readonly candidates: Map<NodeType, Map<string, readonly ActiveRule[]>>;
}

/** Finds the rule for a node (XSLT 1.0 §5.5). */
export class Rules {
  readonly #modes = new Map<string, Mode>();
  readonly #kept: Kept = new WeakMap();

  constructor(
    private readonly rules: readonly Rule[],
    private readonly make: (maker: PatternMaker) => Pattern,
  ) {}

  /** @param limits the import precedences that are asked for */
  find(
    node: Node,
    mode: string,
    limits?: { readonly from: number; readonly below: number },
  ): ActiveRule | undefined {
    const candidates = this.#candidates(node, this.#mode(mode));
    for (const rule of candidates) {
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
      const rules = this.rules
        .map((rule, place) => ({ rule, place }))
        .filter(({ rule }) => (rule.mode ?? "") === name)
        .sort(byConflict)
        .map(({ rule }) => ({
          pattern: this.make(rule.match),
          precedence: rule.precedence ?? 0,
          importedFrom: rule.importedFrom ?? 0,
          template: rule.template,
        }));
      mode = { rules, candidates: new Map() };
      this.#modes.set(name, mode);
    }
    return mode;
  }

  #candidates(node: Node, { rules, candidates }: Mode): readonly ActiveRule[] {
    let byName = candidates.get(node.type);
    if (byName === undefined) {
      byName = new Map();
      candidates.set(node.type, byName);
    }
    const name = node.namespaceUri === "" ? node.name : `{${node.namespaceUri}}${node.localName}`;
    let found = byName.get(name);
    if (found === undefined) {
      spend(rules.length);
      found = rules.filter(({ pattern }) => mayMatch(pattern, node));
      byName.set(name, found);
    }
    return found;
  }
}

interface PlacedRule {
  readonly rule: Rule;
  readonly place: number;
}

/** The rule of the highest import precedence first, then of the highest priority, then the last one. */
function byConflict(left: PlacedRule, right: PlacedRule): number {
  return (
    (right.rule.precedence ?? 0) - (left.rule.precedence ?? 0) ||
    right.rule.priority - left.rule.priority ||
    right.place - left.place
  );
}
