import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AppBuild } from "../build/app-build.js";

/** Where the apps of a session seem to be, and where the files are that they load. */
export class AppFolder {
  #path: string | undefined;
  readonly #written = new Set<string>();

  /** Writes what an app loads, and returns its own path. */
  place({ number, beside }: Pick<AppBuild, "number" | "beside">): string {
    this.#path ??= mkdtempSync(join(tmpdir(), "flowc-dev-"));
    for (const { path, text } of beside) {
      if (!this.#written.has(path)) writeFileSync(join(this.#path, path), text);
      this.#written.add(path);
    }
    return join(this.#path, `app-${number}.cjs`);
  }

  remove(): void {
    if (this.#path !== undefined) rmSync(this.#path, { recursive: true, force: true });
  }
}
