import type { GraphNode } from "../../../compiler/generate/graph.js";

/** A folder of files, operations whose paths begin alike, or a part of what would be too much to show at once. */
export interface Folder {
  readonly kind: "folder";
  readonly id: string;
  readonly label: string;
  readonly children: readonly (Folder | GraphNode)[];
  /** The IDs of all nodes in it, at any depth. */
  readonly members: readonly string[];
}

/** The most entries that a folder shows; with more, ranges of them become folders. */
const mostChildren = 100;

/** Folders further inside are not told apart. */
const mostLevels = 12;

/** Returns the folders and nodes that are shown where every folder is closed. */
export function branchesOf(nodes: readonly GraphNode[]): (Folder | GraphNode)[] {
  const operations = new Branch("paths:", "", "/…");
  const files = new Branch("folder:", "", "/");
  const systems = new Branch("upstream:*", "upstream systems", "");
  for (const node of nodes) {
    if (node.kind === "operation") operations.add(segmentsOf(node.path ?? ""), node);
    else if (node.kind === "upstream") systems.add([], node);
    else files.add(segmentsOf(node.file ?? "").slice(0, -1), node);
  }
  return [operations, files, systems].flatMap((branch) => unwrapped(inRanges(branch.entries(), branch)));
}

/** Returns the content of a folder that has nothing beside it. */
function unwrapped(entries: Folder["children"]): Folder["children"] {
  let found = entries;
  for (let [only] = found; found.length === 1 && only?.kind === "folder"; [only] = found)
    found = only.children;
  return found;
}

/** `/users/{id}` is below `/users`, and `/` is at the top. */
const segmentsOf = (path: string): readonly string[] => path.split("/").filter((segment) => segment !== "");

/** A folder while it is filled. */
class Branch {
  readonly #branches = new Map<string, Branch>();
  readonly #nodes: GraphNode[] = [];

  constructor(
    readonly id: string,
    readonly name: string,
    private readonly suffix: string,
  ) {}

  add(segments: readonly string[], node: GraphNode): void {
    let branch: Branch = this;
    for (const segment of segments.slice(0, mostLevels)) branch = branch.#below(segment);
    branch.#nodes.push(node);
  }

  #below(segment: string): Branch {
    const known = this.#branches.get(segment);
    if (known !== undefined) return known;
    const isOfFiles = this.suffix === "/";
    const name = isOfFiles && this.name === "" ? segment : `${this.name}/${segment}`;
    const made = new Branch(`${isOfFiles ? "folder:" : "paths:"}${name}`, name, this.suffix);
    this.#branches.set(segment, made);
    return made;
  }

  /** Returns the content, in order. A folder in which there is only one thing is that thing. */
  entries(): readonly (Folder | GraphNode)[] {
    const branches = [...this.#branches.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    return [...this.#nodes, ...branches.flatMap((branch) => branch.#closed())];
  }

  #closed(): readonly (Folder | GraphNode)[] {
    const entries = this.entries();
    if (entries.length < 2) return entries;
    return [folderOf(this.id, `${this.name}${this.suffix}`, inRanges(entries, this))];
  }
}

const folderOf = (id: string, label: string, children: Folder["children"]): Folder => ({
  kind: "folder",
  id,
  label,
  children,
  members: children.flatMap((child) => (child.kind === "folder" ? child.members : [child.id])),
});

/** The same entries, with folders for ranges of them where they are too many. */
function inRanges(entries: Folder["children"], { id }: Branch): Folder["children"] {
  let level = entries;
  for (let round = 0; level.length > mostChildren; round++) {
    const ranges = Math.ceil(level.length / mostChildren);
    const length = Math.ceil(level.length / ranges);
    level = Array.from({ length: ranges }, (_, index) => {
      const part = level.slice(index * length, (index + 1) * length);
      const label = `${part[0]?.label ?? ""} – ${part.at(-1)?.label ?? ""}`;
      return folderOf(`${id}#${round}.${index}`, label, part);
    });
  }
  return level;
}
