import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SefNode } from "../../../runtime/saxon/sef.js";
import type { StylesheetUse } from "../../constructs/contract/action.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Files } from "../../source/files.js";

import { type StylesheetError, stylesheetError } from "./errors.js";
import { copyName, type StylesheetModule, stylesheetModules } from "./modules.js";
import { stylesheetRefusals } from "./refusals.js";

/** A stylesheet in the form that SaxonJS needs. */
export interface SaxonStylesheet {
  readonly path: string;
  /** The method of `xsl:output`; `undefined` if the result decides. */
  readonly method: string | undefined;
  readonly mediaType: string | undefined;
  /** Saxon's stylesheet export file, in JSON. */
  readonly sef: string;
}

/** Compiles stylesheets of XSLT 2.0 and later. Returns them by path. */
export async function compileForSaxon(
  uses: readonly StylesheetUse[],
  files: Files,
  reporter: Reporter,
): Promise<ReadonlyMap<string, SaxonStylesheet>> {
  const compiled = new Map<string, SaxonStylesheet>();
  for (const { source: stylesheet, span } of uses) {
    const modules = stylesheetModules(stylesheet, files, reporter);
    if (modules === undefined) continue;
    const result = await runCompiler(modules);
    const report = (error: StylesheetError) =>
      reporter.report(error.span ?? span, "stylesheet", { reason: error.reason });
    if (result.sef === undefined) report(stylesheetError(result.errors, modules));
    else {
      const root = JSON.parse(result.sef) as SefNode;
      stylesheetRefusals(root, modules).forEach(report);
      compiled.set(stylesheet.path, withOutput(stylesheet.path, result.sef, root));
    }
  }
  return compiled;
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

function withOutput(path: string, sef: string, { C: parts = [] }: SefNode): SaxonStylesheet {
  const output = parts.find((part) => part.N === "output" && part.name === undefined)?.C ?? [];
  const property = (name: string) => output.find((one) => one.N === "property" && one.name === name)?.value;
  return { path, method: property("method"), mediaType: property("media-type"), sef };
}
