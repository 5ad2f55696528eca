/** Which positions of an automaton lead back to themselves. */
export interface Loops {
  /** By position: the number of its loop. Positions that lead to each other are in one loop. */
  readonly of: readonly (number | undefined)[];
  /** How many loops can follow each other on one walk. */
  readonly longestChain: number;
}

/**
 * Finds the loops among the positions that `includes` accepts: strongly connected components (Tarjan's algorithm,
 * without recursion).
 */
export function loopsOf(
  next: readonly (readonly number[])[],
  includes: (position: number) => boolean,
): Loops {
  const order: (number | undefined)[] = [];
  const low: number[] = [];
  const of: (number | undefined)[] = next.map(() => undefined);
  const chain: number[] = [];
  const isOpen: boolean[] = [];
  const open: number[] = [];
  let count = 0;
  let longestChain = 0;

  const close = (root: number): void => {
    const members = open.splice(open.lastIndexOf(root));
    const isLoop = members.length > 1 || (next[root] ?? []).includes(root);
    let behind = 0;
    for (const member of members) {
      isOpen[member] = false;
      if (isLoop) of[member] = root;
      for (const to of next[member] ?? []) behind = Math.max(behind, chain[to] ?? 0);
    }
    for (const member of members) chain[member] = behind + (isLoop ? 1 : 0);
    longestChain = Math.max(longestChain, chain[root] ?? 0);
  };

  const enter = (position: number, path: { position: number; at: number }[]): void => {
    order[position] = count;
    low[position] = count++;
    isOpen[position] = true;
    open.push(position);
    path.push({ position, at: 0 });
  };

  for (let start = 0; start < next.length; start++) {
    if (order[start] !== undefined || !includes(start)) continue;
    const path: { position: number; at: number }[] = [];
    enter(start, path);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { position } = top;
      const to = next[position]?.[top.at++];
      if (to === undefined) {
        path.pop();
        if (low[position] === order[position]) close(position);
        const parent = path.at(-1)?.position;
        if (parent !== undefined) low[parent] = Math.min(low[parent] ?? 0, low[position] ?? 0);
      } else if (includes(to)) {
        if (order[to] === undefined) enter(to, path);
        else if (isOpen[to]) low[position] = Math.min(low[position] ?? 0, order[to] ?? 0);
      }
    }
  }
  return { of, longestChain };
}
