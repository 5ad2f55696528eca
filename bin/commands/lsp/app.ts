import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Steps } from "../../../compiler/analyse/index.js";
import type { Diagnostic } from "../../../compiler/diagnostics/index.js";
import { type Findings, Project } from "../../../compiler/editor/project/project.js";
import { Directory } from "./directory.js";
import { maxLength, quiet, rest, slice } from "./limits.js";

/** The events of an app, for whoever looks after it. */
export interface AppEvents {
  /** The findings in a file, in place of those before. */
  readonly found: (uri: string, findings: readonly Diagnostic[]) => void;
  /** A look at the app has failed. */
  readonly failed: (error: unknown) => void;
}

/** One flow directory that someone edits. */
export class App {
  readonly project: Project;
  readonly #directory: Directory;
  readonly #unsaved = new Map<string, string>();
  readonly #changed = new Set<string>();
  readonly #found = new Map<string, readonly Diagnostic[]>();
  /** The findings of the analysis in them. */
  readonly #analysed = new Map<string, readonly Diagnostic[]>();
  /** The findings in files as they were on disk last, where more than the analysis is needed. */
  #compiled: readonly Diagnostic[] = [];
  #soon: NodeJS.Timeout | undefined;
  #later: NodeJS.Timeout | NodeJS.Immediate | undefined;
  #isStale = false;

  /** @param hasDescription without one, flows are only read */
  constructor(
    readonly root: string,
    private readonly hasDescription: boolean,
    private readonly events: AppEvents,
  ) {
    const skipped = (path: string) =>
      this.events.failed(
        new Error(`${path} has more than ${maxLength} characters, and is not looked at here.`),
      );
    this.#directory = new Directory(root, this.#unsaved, skipped);
    this.project = new Project(() => this.#directory.input());
  }

  uriOf(path: string): string {
    return pathToFileURL(join(this.root, path)).href;
  }

  /** Returns the last findings in a file. */
  findings(path: string): readonly Diagnostic[] {
    return this.#found.get(path) ?? [];
  }

  hasOpen(): boolean {
    return this.#unsaved.size > 0;
  }

  /** The text of a file is another one now; `undefined` if it is closed. */
  change(path: string, text: string | undefined): void {
    const isNew = !this.#unsaved.has(path) || text === undefined;
    if (text === undefined) this.#unsaved.delete(path);
    else this.#unsaved.set(path, text);
    this.#changed.add(path);
    if (isNew) this.#isStale = true;
    this.#schedule(this.project.program === undefined ? 0 : rest);
  }

  /** Something has changed on disk. */
  refresh(): void {
    this.#isStale = true;
    this.#schedule(rest);
  }

  close(): void {
    clearTimeout(this.#soon);
    this.#cancel();
    for (const path of this.#found.keys()) this.events.found(this.uriOf(path), []);
    this.#found.clear();
  }

  /** Looks at the files that have changed at once, and at everything after a rest. */
  #schedule(delay: number): void {
    this.#cancel();
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.#attempt(() => this.#checkChanged());
    }, quiet);
    if (this.hasDescription) this.#later = setTimeout(() => this.#attempt(() => this.#checkAll()), delay);
  }

  #cancel(): void {
    clearTimeout(this.#later as NodeJS.Timeout);
    clearImmediate(this.#later as NodeJS.Immediate);
    this.#later = undefined;
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#cancel();
      this.events.failed(error);
    }
  }

  #checkChanged(): void {
    const paths = [...this.#changed];
    this.#changed.clear();
    for (const path of paths) {
      const current = this.project.flow(path);
      // Nothing but the whole app says what is wrong with other files.
      if (current !== undefined) this.#publish(path, current.diagnostics);
    }
  }

  #checkAll(): void {
    const isStale = this.#isStale;
    if (isStale) this.#directory.refresh();
    this.#continue(this.project.checkAll(), () => {
      // Schemas and stylesheets take longer than an author waits, so this is only done for files that come or are saved.
      if (isStale) void this.#checkCompiled();
    });
  }

  /** Goes on with a look at everything, in slices between which messages are read. */
  #continue(steps: Steps<Findings>, finished: () => void): void {
    const end = performance.now() + slice;
    while (performance.now() < end) {
      const { done, value } = steps.next();
      if (done !== true) continue;
      this.#later = undefined;
      this.#isStale = false;
      this.#replace(value);
      finished();
      return;
    }
    this.#later = setImmediate(() => this.#attempt(() => this.#continue(steps, finished)));
  }

  async #checkCompiled(): Promise<void> {
    try {
      const before = this.#compiled;
      this.#compiled = await this.project.checkCompiled();
      const paths = [...before, ...this.#compiled].flatMap(({ span }) => span?.source.path ?? []);
      for (const path of new Set(paths)) this.#publish(path, this.#analysed.get(path) ?? []);
    } catch (error) {
      this.events.failed(error);
    }
  }

  #replace({ found, isWhole }: Findings): void {
    const description = this.project.program?.api.source.path;
    const all = new Map(found);
    const homeless = all.get("") ?? [];
    all.delete("");
    // A finding about no file is about the app, which its description stands for.
    if (homeless.length > 0 && description !== undefined && this.project.files.has(description))
      all.set(description, [...homeless, ...(all.get(description) ?? [])]);
    else for (const one of homeless) this.events.failed(new Error(one.message));
    if (isWhole) for (const path of this.#found.keys()) if (!all.has(path)) all.set(path, []);
    for (const [path, findings] of all) this.#publish(path, findings);
  }

  #publish(path: string, analysed: readonly Diagnostic[]): void {
    this.#analysed.set(path, analysed);
    const source = this.project.source(path);
    const compiled = this.#compiled.filter(({ span }) => span?.source === source && source !== undefined);
    const findings = [...analysed, ...compiled];
    const before = this.#found.get(path) ?? [];
    if (findings.length === 0) this.#found.delete(path);
    else this.#found.set(path, findings);
    if (findings.length + before.length > 0) this.events.found(this.uriOf(path), findings);
  }
}
