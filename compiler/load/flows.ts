import { nearest } from "../../runtime/base/nearest.js";
import { pushAll } from "../../runtime/base/push-all.js";
import { notImplementedFlow } from "../constructs/actions/error.js";
import { definitionOf } from "../constructs/actions/index.js";
import { proxyFlow } from "../constructs/actions/proxy-request.js";
import type { Reporter } from "../diagnostics/reporter.js";
import type { Language } from "../language/language.js";
import type { parseFlow } from "../parse/flow/flow.js";
import { type Files, resolvePath } from "../source/files.js";
import type { Flow, FlowReference } from "../syntax/flow.js";
import type { AppFlow } from "../syntax/flow-summary.js";
import { actionsOf } from "../syntax/statements.js";

/** Reads a flow file, or takes what is known of it. */
export type FlowReader = (...of: Parameters<typeof parseFlow>) => AppFlow | undefined;

/** Parses the flows that references name, and all flows that these call. */
export class FlowLoader {
  readonly loaded = new Map<string, AppFlow>();
  readonly called = new Set<string>();
  readonly #tried = new Set<string>();

  constructor(
    private readonly files: Files,
    private readonly language: Language,
    private readonly reporter: Reporter,
    private readonly readFlow: FlowReader,
  ) {}

  /**
   * Parses the flow that the API description refers to. Returns its path, or `undefined` after reporting that
   * the file is missing.
   */
  reference({ span, src, proxy, isMocked }: FlowReference): string | undefined {
    if (isMocked) {
      this.loaded.set(src, notImplementedFlow(span, this.reporter, this.language));
      return src;
    }
    if (proxy !== undefined) {
      this.loaded.set(src, proxyFlow(span.source, span, proxy));
      return src;
    }
    const path = resolvePath(span.source.base, src);
    if (path === undefined) this.reporter.report(span, "fileOutside", { path: src });
    else if (!this.load(path))
      this.reporter.report(span, "missingFile", { path, nearest: nearest(path, this.files.names) });
    return path;
  }

  /** Adds a flow that is parsed already and calls no other. Returns its path. */
  add(flow: Flow): string {
    this.loaded.set(flow.source.path, flow);
    return flow.source.path;
  }

  /** Like `reference()`, for a flow that runs in addition to the flow of an endpoint. */
  call(reference: FlowReference | undefined): string | undefined {
    const path = reference && this.reference(reference);
    if (path !== undefined) this.called.add(path);
    return path;
  }

  /** Adds a flow that is parsed already, and all flows that it calls. */
  addWithCalls(path: string, flow: Flow): void {
    this.loaded.set(path, flow);
    for (const called of this.#callsOf(flow)) this.load(called);
  }

  #callsOf(flow: AppFlow): readonly string[] {
    const calls =
      flow.kind === "summary"
        ? flow.summary.calls
        : actionsOf(flow.statements).flatMap((action) => definitionOf(action).calls?.(action) ?? []);
    for (const called of calls) this.called.add(called);
    return calls;
  }

  /** Parses a flow and all flows that it calls; false if there is no such file. */
  load(path: string): boolean {
    const pending = [path];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (this.#tried.has(next)) continue;
      const source = this.files.get(next);
      if (source === undefined) continue;
      this.#tried.add(next);
      const flow = this.files.during(next, () =>
        this.reporter.forFlow(source.path, () =>
          this.readFlow(source, this.files, this.language, this.reporter),
        ),
      );
      if (flow === undefined) continue;
      this.loaded.set(next, flow);
      pushAll(pending, this.#callsOf(flow));
    }
    return this.#tried.has(path);
  }
}
