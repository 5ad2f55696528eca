import type { WorkbenchFinding } from "../api.js";
import type { AppBuild } from "../build/app-build.js";
import type { BuildStatus } from "./gate.js";

/** The last build, and the one that answers. */
export class Builds implements BuildStatus {
  readonly firstBuild: Promise<void>;
  #first: () => void = () => {};
  #last: AppBuild | undefined;
  #serving: AppBuild | undefined;

  constructor() {
    this.firstBuild = new Promise((resolve) => {
      this.#first = resolve;
    });
  }

  /** Takes a build as the last one. If it is good, it answers from now on. */
  take(build: AppBuild): void {
    this.#last = build;
    if (build.code !== "") this.#serving = build;
    this.#first();
  }

  get last(): AppBuild | undefined {
    return this.#last;
  }

  get serving(): AppBuild | undefined {
    return this.#serving;
  }

  get number(): number {
    return this.#last?.number ?? 0;
  }

  get hasApp(): boolean {
    return this.#serving !== undefined;
  }

  get findings(): readonly WorkbenchFinding[] {
    return this.#last?.findings ?? [];
  }

  isBroken(_method: string, _path: string): boolean {
    return this.#last !== this.#serving;
  }
}
