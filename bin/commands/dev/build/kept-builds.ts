import type { TracedBuild } from "../../../../compiler/session/index.js";

/** How many good builds are kept: pages show requests with the source that answered them. */
const maxBuilds = 10;

/** The parts of a build that are asked for. Its code and map are large, and the main thread has them. */
export type KeptBuild = Pick<TracedBuild, "routes" | "flow" | "graph">;

/** The last good builds, by number. */
export class KeptBuilds {
  readonly #builds = new Map<number, KeptBuild>();

  add(number: number, { routes, flow, graph }: KeptBuild): void {
    this.#builds.set(number, { routes, flow, graph });
    const [oldest] = this.#builds.keys();
    if (this.#builds.size > maxBuilds && oldest !== undefined) this.#builds.delete(oldest);
  }

  /** The build with this number, or the newest one; `undefined` if none was good. */
  get(number: number): { readonly number: number; readonly build: KeptBuild } | undefined {
    const found = this.#builds.get(number);
    if (found !== undefined) return { number, build: found };
    const newest = [...this.#builds].at(-1);
    return newest && { number: newest[0], build: newest[1] };
  }
}
