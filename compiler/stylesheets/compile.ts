import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SefNode } from "../../runtime/xslt/sef.js";
import { definitionOf } from "../constructs/actions/index.js";
import type { Reporter } from "../diagnostics/reporter.js";
import type { App } from "../load/index.js";
import type { Files } from "../source/files.js";
import type { SourceText, Span } from "../source/source-text.js";
import { actionsOf } from "../syntax/statements.js";
import { type StylesheetError, stylesheetError } from "./errors.js";
import { copyName, type StylesheetModule, stylesheetModules } from "./modules.js";
import { stylesheetRefusals } from "./refusals.js";

/** A stylesheet in the form that the runtime needs. */
export interface CompiledStylesheet {
  /** The method of `xsl:output`; `undefined` if the result decides. */
  readonly method: string | undefined;
  readonly mediaType: string | undefined;
  /** Whether to leave out the document type of HTML: XSLT 1.0 §16.2 only wants one if `xsl:output` names it. */
  readonly withoutDoctype: boolean;
  /** Saxon's stylesheet export file, in JSON. */
  readonly sef: string;
}

/** Compiles the stylesheets of all `xslt` actions, each once. Returns them by path. */
export async function compileStylesheets(
  app: Pick<App, "flows">,
  files: Files,
  reporter: Reporter,
): Promise<ReadonlyMap<string, CompiledStylesheet>> {
  const compiled = new Map<string, CompiledStylesheet>();
  for (const { stylesheet, span } of usedStylesheets(app).values()) {
    const modules = stylesheetModules(stylesheet, files, reporter);
    if (modules === undefined) continue;
    const result = await runCompiler(modules);
    const report = (error: StylesheetError) =>
      reporter.report(error.span ?? span, "stylesheet", { reason: error.reason });
    if (result.sef === undefined) report(stylesheetError(result.errors, modules));
    else {
      const root = JSON.parse(result.sef) as SefNode;
      stylesheetRefusals(root, modules).forEach(report);
      compiled.set(stylesheet.path, withOutput(result.sef, root));
    }
  }
  return compiled;
}

interface Use {
  readonly stylesheet: SourceText;
  /** The place of the `src` attribute. */
  readonly span: Span;
}

function usedStylesheets({ flows }: Pick<App, "flows">): ReadonlyMap<string, Use> {
  const uses = new Map<string, Use>();
  for (const flow of flows.values()) {
    for (const action of actionsOf(flow.statements)) {
      const use = definitionOf(action).stylesheet?.(action);
      if (use === undefined || uses.has(use.source.path)) continue;
      uses.set(use.source.path, { stylesheet: use.source, span: use.span });
    }
  }
  return uses;
}

type CompilerResult = { readonly sef: string } | { readonly sef: undefined; readonly errors: string };

/**
 * The limit in milliseconds. Even a stylesheet of a few lines can include others so often that compiling
 * never ends.
 */
const timeout = 60_000;

/**
 * Runs Saxon's command line, the only public way to compile for SaxonJS. It runs in a directory that contains
 * nothing but copies of the modules.
 */
async function runCompiler(modules: readonly StylesheetModule[]): Promise<CompilerResult> {
  const directory = await mkdtemp(join(tmpdir(), "flowc-xslt-"));
  try {
    for (const [number, module] of modules.entries()) {
      await mkdir(join(directory, String(number)));
      await writeFile(join(directory, String(number), copyName(module)), copyText(module, modules));
    }
    const main = `0/${copyName(modules[0] as StylesheetModule)}`;
    const errors = await runNode(
      ["--import", frozenClock, xslt3(), `-xsl:${main}`, "-export:compiled.json", "-nogo", "-relocate:on"],
      directory,
    );
    const sef = await readFile(join(directory, "compiled.json"), "utf8").catch(() => undefined);
    return sef === undefined || errors !== undefined ? { sef: undefined, errors: errors ?? "" } : { sef };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function xslt3() {
  return createRequire(import.meta.url).resolve("xslt3/xslt3.js");
}

/**
 * Stops the compiler's clock. It writes the time into its output, but the same input must give the same
 * bytes.
 */
const frozenClock = `data:text/javascript,${encodeURIComponent(`
  const now = Date.UTC(2026, 0, 1);
  globalThis.Date = class extends Date {
    constructor(...parts) { if (parts.length === 0) super(now); else super(...parts); }
    static now() { return now; }
  };
`)}`;

/** Runs Node. Resolves to the text on standard error if the program fails, otherwise to `undefined`. */
function runNode(args: readonly string[], cwd: string): Promise<string | undefined> {
  const env = { ...process.env, NODE_OPTIONS: "" };
  return new Promise((resolve) => {
    execFile(process.execPath, [...args], { cwd, env, timeout }, (error, _stdout, stderr) =>
      resolve(error === null ? undefined : stderr),
    );
  });
}

/** The text of a module in which each reference leads to the copy of its module. All lines keep their numbers. */
function copyText({ source, references }: StylesheetModule, modules: readonly StylesheetModule[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { href, module } of references) {
    const { start, end } = href.value.span(0, href.value.text.length);
    parts.push(
      source.text.slice(done, start),
      `../${module}/${copyName(modules[module] as StylesheetModule)}`,
    );
    // The replaced attribute may contain line ends.
    parts.push("\n".repeat(source.text.slice(start, end).split("\n").length - 1));
    done = end;
  }
  return parts.join("") + source.text.slice(done);
}

function withOutput(sef: string, { C: parts = [] }: SefNode): CompiledStylesheet {
  const output = parts.find((part) => part.N === "output" && part.name === undefined)?.C ?? [];
  const property = (name: string) => output.find((one) => one.N === "property" && one.name === name)?.value;
  const version = property("Q{http://saxon.sf.net/}stylesheet-version");
  const method = property("method");
  const isSilent = ["doctype-public", "doctype-system", "version", "html-version"].every(
    (name) => property(name) === undefined,
  );
  return {
    method,
    mediaType: property("media-type"),
    withoutDoctype: version === "10" && isSilent && (method === undefined || method === "html"),
    sef,
  };
}
