import { getMimeType } from "hono/utils/mime";
import { readJson, writeJson } from "../../runtime/data/json/long-integers.js";
import { array, call, code, entry, object, quote } from "../code/code.js";
import type { Doc } from "../code/doc.js";
import { parseShmt } from "../parse/shmt/shmt.js";
import type { Files } from "../source/files.js";
import { hash } from "../source/hash.js";
import type { CompiledStylesheet } from "../stylesheets/index.js";
import type { SaxonStylesheet } from "../stylesheets/saxon/compile.js";
import { ModuleBuilder } from "./module/module.js";
import type { Asset, FileSetModule, FlowNames } from "./module/names.js";
import type { ModulePlan } from "./module/plan.js";
import { stylesheetModule } from "./stylesheet/module.js";

/** The modules of files that flows use as data, asked for after all flows have been generated. */
export function assetModules(
  names: FlowNames,
  stylesheets: ReadonlyMap<string, CompiledStylesheet>,
  files: Files,
): readonly ModulePlan[] {
  const sets = names.fileSets.map((set) => fileSetModule(set, names, files));
  const directories = names.assets
    .filter(({ kind }) => kind === "directory")
    .map((asset) => directoryModule(asset, names, files));
  // Stylesheets may read files of their own.
  const sheets = names.assets
    .filter(({ kind }) => kind === "stylesheet")
    .map((asset) => stylesheetPlan(asset, stylesheets.get(asset.path), names, files));
  const assets = names.assets.flatMap((asset) => {
    switch (asset.kind) {
      case "directory":
      case "stylesheet":
        return [];
      case "file":
        return fileModule(asset, files);
      case "served":
        return servedModule(asset, files);
      case "json":
        return jsonModule(asset, readJson(textOf(asset, files)));
      case "shmt":
        return jsonModule(asset, Object.fromEntries(databaseOf(asset, files)));
      case "xml":
        return xmlModule(asset, textOf(asset, files));
      case "paths":
        return pathsModule(asset, files);
      default:
        return asset.kind satisfies never;
    }
  });
  return [...sets, ...directories, ...sheets, ...assets];
}

function textOf({ path }: Asset, files: Files): string {
  const file = files.get(path);
  if (file === undefined) throw new Error(`${path} was not read.`);
  return file.text;
}

function databaseOf({ path }: Asset, files: Files): ReadonlyMap<string, string> {
  const database = parseShmt(files.bytes(path) ?? new Uint8Array());
  if (database === undefined) throw new Error(`${path} was not checked.`);
  return database;
}

function stylesheetPlan(
  asset: Asset,
  stylesheet: CompiledStylesheet | undefined,
  names: FlowNames,
  files: Files,
): ModulePlan {
  if (stylesheet === undefined) throw new Error(`${asset.path} was not compiled.`);
  return stylesheet.kind === "tree"
    ? stylesheetModule(asset, stylesheet.tree, names, files)
    : saxonModule(asset, stylesheet);
}

function saxonModule({ module, name }: Asset, stylesheet: SaxonStylesheet): ModulePlan {
  const { path, method, mediaType, sef } = stylesheet;
  const builder = new ModuleBuilder(module, `${path}, compiled by flowc and Saxon.`);
  const definition = object([
    entry("path", quote(path)),
    ...(method === undefined ? [] : [entry("method", quote(method))]),
    ...(mediaType === undefined ? [] : [entry("mediaType", quote(mediaType))]),
    entry("sef", quote(sef)),
  ]);
  const initializer = call(builder.use("saxonStylesheet"), [definition]);
  builder.declare({ kind: "const", name, exported: true, initializer });
  return builder.plan();
}

/** One line of JSON. */
function jsonModule({ path, module, name }: Asset, value: unknown): ModulePlan {
  const builder = new ModuleBuilder(module, `${path}, compiled by flowc.`);
  builder.declare({
    kind: "const",
    name,
    exported: true,
    initializer: call(builder.use("jsonParse"), [quote(writeJson(value))]),
  });
  return builder.plan();
}

/** A function that reads the document when it is first called. */
function xmlModule({ path, module, name }: Asset, xml: string): ModulePlan {
  const builder = new ModuleBuilder(module, `${path}, compiled by flowc.`);
  const initializer = call(builder.use("xmlFile"), [quote(xml)]);
  builder.declare({ kind: "const", name, exported: true, initializer });
  return builder.plan();
}

/** The files and directories that there are. */
function pathsModule({ module, name }: Asset, files: Files): ModulePlan {
  const builder = new ModuleBuilder(module, "The files of the flow directory, compiled by flowc.");
  const paths = array([...files.paths].sort().map(quote));
  builder.declare({ kind: "const", name, exported: true, initializer: call(code`new Set`, [paths]) });
  return builder.plan();
}

function fileModule({ path, module, name }: Asset, files: Files): ModulePlan {
  const builder = new ModuleBuilder(module, `${path}, compiled by flowc.`);
  const initializer = fileCode(path, bytesOf(path, files), builder);
  builder.declare({ kind: "const", name, exported: true, initializer });
  return builder.plan();
}

function bytesOf(path: string, files: Files): Uint8Array {
  const bytes = files.bytes(path);
  if (bytes === undefined) throw new Error(`${path} was not read.`);
  return bytes;
}

/** A file as content: a text, or else Base64. */
function fileCode(path: string, bytes: Uint8Array, { use }: ModuleBuilder): Doc {
  const text = asText(bytes);
  const mediaType = getMimeType(path) ?? (text === undefined ? "application/octet-stream" : "text/plain");
  return text === undefined
    ? call(use("binaryFile"), [quote(Buffer.from(bytes).toString("base64")), quote(mediaType)])
    : call(use("textFile"), [quote(text), quote(mediaType)]);
}

/** A file that is sent to clients, and the hash that tells it from others. */
function servedModule({ path, module, name }: Asset, files: Files): ModulePlan {
  const builder = new ModuleBuilder(module, `${path}, compiled by flowc.`);
  const bytes = bytesOf(path, files);
  const content = fileCode(path, bytes, builder);
  const initializer = call(builder.use("served"), [content, quote(hash(bytes).slice(0, hashLength))]);
  builder.declare({ kind: "const", name, exported: true, initializer });
  return builder.plan();
}

/** 128 bits. */
const hashLength = 32;

/** The files below a directory by their paths in it. */
function directoryModule({ path, module, name }: Asset, names: FlowNames, files: Files): ModulePlan {
  const builder = new ModuleBuilder(
    module,
    `The files in ${path || "the flow directory"}, compiled by flowc.`,
  );
  const entries = files.below(path).map((file) => {
    const served = files.inspect(file)?.isReadable ? names.asset(file, "served") : undefined;
    const value = served === undefined ? quote("unreadable") : builder.importFrom(served.module, served.name);
    return array([quote(path === "" ? file : file.slice(path.length + 1)), value]);
  });
  const initializer = call(builder.use("directory"), [array(entries)]);
  builder.declare({ kind: "const", name, exported: true, initializer });
  return builder.plan();
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** `undefined` for bytes that a text would not give again, and for a text behind a byte order mark, which is no part of it. */
function asText(bytes: Uint8Array): string | undefined {
  try {
    const text = decoder.decode(bytes);
    return text.startsWith("\ufeff") ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The files of a set by path. */
function fileSetModule(
  { files: set, module, name }: FileSetModule,
  names: FlowNames,
  files: Files,
): ModulePlan {
  const builder = new ModuleBuilder(module, `${set.start}…${set.end}, compiled by flowc.`);
  const entries = files.matching(set).map((path) => {
    const file = names.asset(path, "file");
    return array([quote(path), builder.importFrom(file.module, file.name)]);
  });
  const initializer = call(code`new Map`, [array(entries)]);
  const type = code`ReadonlyMap<string, ${builder.useType("Content")}>`;
  builder.declare({ kind: "const", name, exported: true, type, initializer });
  return builder.plan();
}
