import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pushAll } from "../../../runtime/base/push-all.js";
import { type Refusal, refusals, type SefNode } from "../../../runtime/xslt/saxon/sef.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { StylesheetUse } from "../../language/action-definition.js";
import type { Files } from "../../source/files.js";
import { hash } from "../../source/hash.js";
import type { Span } from "../../source/source-text.js";
import type { Store } from "../../source/store.js";
import type { XmlElement } from "../../syntax/xml.js";
import { compileInDirectories, errorsName, mainName, resultName } from "./batch.js";
import { descendants, elementAt, type StylesheetError, stylesheetError } from "./errors.js";
import { copyName, type StylesheetModule, stylesheetModules } from "./modules.js";

/** A stylesheet in the form that SaxonJS needs. */
export interface SaxonStylesheet {
  readonly path: string;
  /** The method of `xsl:output`; `undefined` if the result decides. */
  readonly method: string | undefined;
  readonly mediaType: string | undefined;
  /** Saxon's stylesheet export file, in JSON. */
  readonly sef: string;
}

/**
 * Compiles stylesheets of XSLT 2.0 and later. Returns them by path.
 * @param store has those that were compiled before: one takes longer than all the rest of most apps
 */
export async function compileForSaxon(
  uses: readonly StylesheetUse[],
  files: Files,
  reporter: Reporter,
  store?: Store,
): Promise<ReadonlyMap<string, SaxonStylesheet>> {
  const jobs = uses.flatMap((use) => {
    const modules = stylesheetModules(use.source, files, reporter);
    return modules === undefined ? [] : [{ use, modules }];
  });
  const results = await compiledOrKept(
    jobs.map(({ modules }) => modules.map((module) => fileOf(module, modules))),
    store,
  );
  const compiled = new Map<string, SaxonStylesheet>();
  for (const [index, { use, modules }] of jobs.entries()) {
    const result = results[index] as CompilerResult;
    const report = (error: StylesheetError) =>
      reporter.report(error.span ?? use.span, "stylesheet", { reason: error.reason });
    if (result.sef === undefined) report(stylesheetError(result.errors, modules));
    else {
      const root = JSON.parse(result.sef) as SefNode;
      stylesheetRefusals(root, modules).forEach(report);
      const { path } = use.source;
      const stylesheet = withOutput(path, result.sef, root);
      reportVersions(stylesheet, modules, reporter);
      compiled.set(path, stylesheet);
    }
  }
  return compiled;
}

type CompilerResult = { readonly sef: string } | { readonly sef: undefined; readonly errors: string };

/** A copy of a module, which depends on nothing but what stands in it. */
interface CopiedFile {
  readonly name: string;
  readonly text: string;
}

/** Errors name places of this run, so they are not kept. */
async function compiledOrKept(
  stylesheets: readonly (readonly CopiedFile[])[],
  store: Store | undefined,
): Promise<readonly CompilerResult[]> {
  const keys = stylesheets.map((files) => `stylesheet ${hash(JSON.stringify(files))}`);
  const kept = keys.map((key) => store?.get(key));
  const made = await runCompiler(stylesheets.filter((_, index) => kept[index] === undefined));
  const pending = made.values();
  return keys.map((key, index) => {
    const sef = kept[index];
    if (sef !== undefined) return { sef };
    const result = pending.next().value as CompilerResult;
    if (result.sef !== undefined) store?.set(key, result.sef);
    return result;
  });
}

/** Compiles copies of the modules, in directories that contain nothing else. */
async function runCompiler(
  stylesheets: readonly (readonly CopiedFile[])[],
): Promise<readonly CompilerResult[]> {
  if (stylesheets.length === 0) return [];
  const directory = await mkdtemp(join(tmpdir(), "flowc-xslt-"));
  try {
    const directories = stylesheets.map((_, index) => join(directory, String(index)));
    await Promise.all(stylesheets.map((files, index) => copy(files, directories[index] as string)));
    await compileInDirectories(directories);
    return await Promise.all(directories.map(resultIn));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function copy(files: readonly CopiedFile[], directory: string): Promise<void> {
  for (const [number, { name, text }] of files.entries()) {
    await mkdir(join(directory, String(number)), { recursive: true });
    await writeFile(join(directory, String(number), name), text);
  }
  await writeFile(mainName(directory), `0/${files[0]?.name}`);
}

function fileOf(module: StylesheetModule, modules: readonly StylesheetModule[]): CopiedFile {
  return { name: copyName(module), text: copyText(module, modules) };
}

async function resultIn(directory: string): Promise<CompilerResult> {
  const sef = await readFile(resultName(directory), "utf8").catch(() => undefined);
  const errors = await readFile(errorsName(directory), "utf8").catch(() => "");
  if (sef === undefined || errors !== "") return { sef: undefined, errors };
  return { sef: withoutDirectory(sef, `${pathToFileURL(directory).href}/`) };
}

/**
 * The same without the directory in which it was compiled, which sets of attributes note: the same input must give the
 * same output. SaxonJS only loads a file with the right checksum, which grows with each property by its node's number.
 */
function withoutDirectory(sef: string, directory: string): string {
  if (!sef.includes(directory)) return sef;
  const root = JSON.parse(sef) as Record<string, unknown>;
  let checksum = Number.parseInt(String(root.Σ), 16);
  const pending = [root];
  for (let number = 1, node = pending.pop(); node !== undefined; number++, node = pending.pop()) {
    for (const [name, value] of Object.entries(node)) {
      if (typeof value !== "string" || !value.startsWith(directory)) continue;
      const moved = `file:///${value.slice(directory.length)}`;
      checksum ^= weight(value, number) ^ weight(moved, number);
      node[name] = moved;
    }
    pushAll(pending, [...((node.C as Record<string, unknown>[] | undefined) ?? [])].reverse());
  }
  root.Σ = (checksum >>> 0).toString(16);
  return JSON.stringify(root);
}

function weight(text: string, number: number): number {
  let sum = number << 8;
  for (let index = 0; index < text.length; index++) sum = (sum << 1) + text.charCodeAt(index);
  return sum;
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

/** Reports versions of the result that SaxonJS does not write: it has XML 1.0 and HTML 5 alone. */
function reportVersions(
  { method: whole }: SaxonStylesheet,
  modules: readonly StylesheetModule[],
  reporter: Reporter,
): void {
  for (const { name, attributes } of modules.flatMap(({ root }) => [...descendants(root)])) {
    if (!/(?:^|:)output$/.test(name)) continue;
    const method = attributes.get("method")?.value.text.trim() ?? whole;
    for (const attribute of ["version", "html-version"]) {
      const version = attributes.get(attribute)?.value;
      const value = version?.text.trim();
      const isHtml = attribute === "html-version" || method === "html";
      const isWritten = isHtml ? Number(value) === 5 : value === "1.0" || method === undefined;
      if (version !== undefined && value !== undefined && !isWritten && method !== "text")
        reporter.report(version.span(0, version.text.length), "stylesheetVersion", {
          value,
          method: isHtml ? "HTML" : "XML",
        });
    }
  }
}

/** Finds what must not run in a compiled stylesheet, and where it is written. */
function stylesheetRefusals(sef: SefNode, modules: readonly StylesheetModule[]): readonly StylesheetError[] {
  return refusals(sef).map((refusal) => ({
    reason:
      refusal.kind === "function"
        ? `a stylesheet cannot call ${refusal.name}().`
        : `a stylesheet cannot use the instruction ${refusal.name}.`,
    span: placeOf(refusal, modules),
  }));
}

/** The place of the refused name; that of the element if the name is not written there literally. */
function placeOf({ name, line, module }: Refusal, modules: readonly StylesheetModule[]): Span | undefined {
  const candidates = modules.filter((one) => module === undefined || copyName(one) === module);
  for (const { root, source } of candidates) {
    let found: Span | undefined;
    for (const element of descendants(root)) {
      if (line !== undefined && source.place(element.nameSpan.start).line > Number(line)) continue;
      found = spanOfName(element, name) ?? found;
    }
    if (found !== undefined) return found;
  }
  const [first] = candidates;
  return first && elementAt(first, Number(line ?? 1), name);
}

function spanOfName({ name: own, nameSpan, attributes, text }: XmlElement, name: string): Span | undefined {
  if (own === name || own.endsWith(`:${name}`)) return nameSpan;
  for (const content of [...[...attributes.values()].map(({ value }) => value), text]) {
    const start = content.text.indexOf(name);
    if (start >= 0) return content.span(start, start + name.length);
  }
  return undefined;
}
