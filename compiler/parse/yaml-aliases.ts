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

interface Size {
  readonly nodes: number;
  readonly characters: number;
}

/**
 * What each alias stands for: the nearest anchor of its name before it (YAML 1.2.2 §7.1). All sizes are those of the
 * file with its aliases written out, which are known without writing anything out: an alias only names what was
 * already seen.
 */
export function aliasTargets(root: Node | null): AliasTargets {
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  const sizes = new Map<Node, Size>();
  const findings: AliasFinding[] = [];
  let nodes = 0;
  let characters = 0;
  let added: Size = { nodes: 0, characters: 0 };
  let isBounded = true;

  const follow = (alias: Alias): void => {
    const target = anchors.get(alias.source);
    const size = target && sizes.get(target);
    if (target === undefined) findings.push({ alias, name: "yamlUnknownAlias" });
    else if (size === undefined) {
      findings.push({ alias, name: "yamlCircle" });
      isBounded = false;
    } else {
      targets.set(alias, target);
      nodes += size.nodes;
      characters += size.characters;
      const isBelow = fits(added);
      added = { nodes: added.nodes + size.nodes, characters: added.characters + size.characters };
      if (isBelow && !fits(added)) {
        findings.push({ alias, name: "yamlAliases" });
        isBounded = false;
      }
    }
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
        const start: Size = { nodes, characters };
        anchors.set(next.anchor, next);
        pending.push(() =>
          sizes.set(next, { nodes: nodes - start.nodes, characters: characters - start.characters }),
        );
      }
      nodes++;
      if (isScalar(next)) characters += lengthOf(next);
      else for (let index = next.items.length - 1; index >= 0; index--) pending.push(next.items[index]);
    }
  }
  return { targets, findings, isBounded };
}

const fits = ({ nodes, characters }: Size): boolean => nodes <= maxNodes && characters <= maxCharacters;

const lengthOf = ({ value, source }: { readonly value: unknown; readonly source?: string }): number =>
  typeof value === "string" ? value.length : (source?.length ?? 0);
