import { METHOD_NAME_ALL } from "hono/router";
import { TrieRouter } from "hono/router/trie-router";
import type { WorkbenchFinding, WorkbenchState } from "../api.js";
import type { AppBuild, AppRoute } from "../build/app-build.js";

/** The last build, and the one that answers. */
export class Builds {
  /** Resolves when there has been a build, good or not; `undefined` from then on. */
  firstBuild: Promise<void> | undefined;
  #first: () => void = () => {};
  #last: AppBuild | undefined;
  #serving: AppBuild | undefined;
  /** The routes of the app that answers; made when somebody asks. */
  #router: TrieRouter<AppRoute> | undefined;

  constructor() {
    this.firstBuild = new Promise((resolve) => {
      this.#first = resolve;
    });
  }

  /** Takes a build as the last one. If it is good, it answers from now on. */
  take(build: AppBuild): void {
    this.#last = build;
    if (build.code !== "") this.#serving = build;
    this.#router = undefined;
    this.failed();
  }

  /** There is no build to wait for, if there has not been any. */
  failed(): void {
    this.firstBuild = undefined;
    this.#first();
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

  /** The state of the builds, as the page shows it. */
  get state(): WorkbenchState["build"] {
    const errors = this.findings.filter(({ severity }) => severity === "error").length;
    return {
      number: this.number,
      isGood: this.#last !== undefined && this.#last === this.#serving,
      serving: this.#serving?.number ?? 0,
      took: Math.round(this.#last?.took ?? 0),
      endpoints: this.#serving?.endpoints ?? 0,
      errors,
      warnings: this.findings.length - errors,
    };
  }

  /** Returns true if the last build is broken for this request, so that an older app answers it. */
  isBroken(method: string, path: string): boolean {
    if (this.#last === this.#serving) return false;
    const broken = this.#last?.findings.filter(({ severity }) => severity === "error") ?? [];
    // Descriptions and schemas may concern everything.
    if (!broken.every(({ file }) => file.endsWith(".xml"))) return true;
    this.#router ??= routerOf(this.#last?.served ?? []);
    const [found] = this.#router.match(method, path);
    const files = found.flatMap(([route]) => route.files);
    // A path that the last good app does not know may be one that is new.
    return files.length === 0 || broken.some(({ file }) => files.includes(file));
  }
}

function routerOf(routes: readonly AppRoute[]): TrieRouter<AppRoute> {
  const router = new TrieRouter<AppRoute>();
  for (const route of routes)
    router.add(route.method === "*" ? METHOD_NAME_ALL : route.method, route.honoPath, route);
  return router;
}
