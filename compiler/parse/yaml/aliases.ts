import { type Alias, isAlias, isCollection, isPair, isScalar, type Node } from "yaml";

/** What aliases may add to a file, so that a small one cannot become a big one: keys and values, and their characters. */
const maxNodes = 200_000;
const maxCharacters = 10_000_000;

export interface AliasTargets {
  readonly targets: ReadonlyMap<Alias, Node>;
  readonly findings: readonly AliasFinding[];
  /** Whether the file may be read with its aliases followed. */
  readonly isBounded: boolean;
}

interface AliasFinding {
  readonly alias: Alias;
  readonly name: "yamlUnknownAlias" | "yamlCircle" | "yamlAliases";
}

/** Of a file, or a part of one, with its aliases written out. */
interface Size {
  readonly nodes: number;
  readonly characters: number;
  /** Aliases for what they are a part of; they count as one node. */
  readonly circles: number;
}

/**
 * What each alias stands for: the nearest anchor of its name before it (YAML 1.2.2 §7.1). Sizes are known without
 * writing anything out, since an alias only names what was already seen. A file may have one circle: the content then
 * repeats itself in a row, which its readers end. With two it would double with each level.
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

  // A function stands for the end of an anchored node, when its size is known.
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === "function") next();
    else if (isPair(next)) pending.push(next.value, next.key);
    else if (isAlias(next)) follow(next);
    else if (isScalar(next) || isCollection(next)) {
      if (next.anchor !== undefined) {
        const start = total;
        anchors.set(next.anchor, next);
        pending.push(() => sizes.set(next, sum(total, start, -1)));
      }
      total = sum(total, { nodes: 1, characters: isScalar(next) ? lengthOf(next) : 0, circles: 0 });
      if (isCollection(next))
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
