import type { Alias, Node } from "yaml";
import { yaml } from "./package.js";

/**
 * The most that aliases may add to a file, in keys and values and in their characters. Otherwise a small file could
 * become a huge one.
 */
const maxNodes = 200_000;
const maxCharacters = 10_000_000;

interface AliasTargets {
  readonly targets: ReadonlyMap<Alias, Node>;
  readonly findings: readonly AliasFinding[];
  /** It is safe to read the file with its aliases followed. */
  readonly isBounded: boolean;
}

interface AliasFinding {
  readonly alias: Alias;
  readonly name: "yamlUnknownAlias" | "yamlCircle" | "yamlAliases";
}

/** The size of a file, or of a part of one, with its aliases written out. */
interface Size {
  readonly nodes: number;
  readonly characters: number;
  /** The number of aliases that refer to something around them. Each counts as one node. */
  readonly circles: number;
}

/**
 * Finds the target of each alias: the nearest earlier anchor of its name (YAML 1.2.2 §7.1). An alias only
 * names what came before it, so sizes are known without writing anything out. A file may have one circle: its
 * content repeats in a chain, and readers stop at their limits. With two circles, it would double at each
 * level.
 */
export function aliasTargets(root: Node | null): AliasTargets {
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  const sizes = new Map<Node, Size>();
  const findings: AliasFinding[] = [];
  let total: Size = { nodes: 0, characters: 0, circles: 0 };
  let added = total;

  const follow = (alias: Alias): void => {
    const target = anchors.get(alias.source);
    if (target === undefined) {
      findings.push({ alias, name: "yamlUnknownAlias" });
      return;
    }
    targets.set(alias, target);
    const size = sizes.get(target) ?? { nodes: 1, characters: 0, circles: 1 };
    const before = added;
    total = sum(total, size);
    added = sum(added, size);
    if (hasOneCircle(before) && !hasOneCircle(added)) findings.push({ alias, name: "yamlCircle" });
    if (fits(before) && !fits(added)) findings.push({ alias, name: "yamlAliases" });
  };

  // A function on the stack marks the end of an anchored node, where its size is known.
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === "function") next();
    else if (yaml().isPair(next)) pending.push(next.value, next.key);
    else if (yaml().isAlias(next)) follow(next);
    else if (yaml().isScalar(next) || yaml().isCollection(next)) {
      if (next.anchor !== undefined) {
        const start = total;
        anchors.set(next.anchor, next);
        pending.push(() => sizes.set(next, sum(total, start, -1)));
      }
      total = sum(total, { nodes: 1, characters: yaml().isScalar(next) ? lengthOf(next) : 0, circles: 0 });
      if (yaml().isCollection(next))
        for (let index = next.items.length - 1; index >= 0; index--) pending.push(next.items[index]);
    }
  }
  return { targets, findings, isBounded: fits(added) && hasOneCircle(added) };
}

function sum(a: Size, b: Size, sign: 1 | -1 = 1): Size {
  return {
    nodes: a.nodes + sign * b.nodes,
    characters: a.characters + sign * b.characters,
    circles: a.circles + sign * b.circles,
  };
}

function hasOneCircle({ circles }: Size): boolean {
  return circles <= 1;
}

function fits({ nodes, characters }: Size): boolean {
  return nodes <= maxNodes && characters <= maxCharacters;
}

function lengthOf({ value, source }: { readonly value: unknown; readonly source?: string }): number {
  return typeof value === "string" ? value.length : (source?.length ?? 0);
}
