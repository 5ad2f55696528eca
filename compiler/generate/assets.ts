import { getMimeType } from "hono/utils/mime";
import { encodeBase64 } from "../../runtime/functions/base64.js";
import type { Files } from "../files.js";
import { parseShmt } from "../parse/shmt.js";
import type { CompiledStylesheet } from "../xslt.js";
import { array, call, entry, object, quote } from "./code.js";
import { text } from "./doc.js";
import { ModuleBuilder, XSLT_RUNTIME } from "./module.js";
import type { Asset, FileSetModule, FlowNames } from "./names.js";
import type { ModulePlan } from "./plan.js";

/** The modules of files that flows use as data, asked for after all flows have been generated. */
export function assetModules(
  names: FlowNames,
  stylesheets: ReadonlyMap<string, CompiledStylesheet>,
  files: Files,
): readonly ModulePlan[] {
  const sets = names.fileSets.map((set) => fileSetModule(set, names, files));
  const assets = names.assets.map((asset) => {
    switch (asset.kind) {
      case "file":
        return fileModule(asset, files);
      case "stylesheet":
        return stylesheetModule(asset, stylesheets.get(asset.path));
      case "json":
        return jsonModule(asset, JSON.parse(textOf(asset, files)));
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
  return [...sets, ...assets];
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

function stylesheetModule(
  { path, module, name }: Asset,
  stylesheet: CompiledStylesheet | undefined,
): ModulePlan {
  if (stylesheet === undefined) throw new Error(`${path} was not compiled.`);
  const builder = new ModuleBuilder(module, `${path}, compiled by flowc and Saxon.`);
  const { method, mediaType, withoutDoctype, sef } = stylesheet;
  builder.declare({
    kind: "const",
    name,
    exported: true,
    type: builder.useType("Stylesheet", XSLT_RUNTIME),
    initializer: object([
      entry("path", quote(path)),
      ...(method === undefined ? [] : [entry("method", quote(method))]),
      ...(mediaType === undefined ? [] : [entry("mediaType", quote(mediaType))]),
      ...(withoutDoctype ? [entry("withoutDoctype", text("true"))] : []),
      entry("sef", quote(sef)),
    ]),
  });
  return builder.plan();
}

/** One line of JSON. */
function jsonModule({ path, module, name }: Asset, value: unknown): ModulePlan {
  const builder = new ModuleBuilder(module, `${path}, compiled by flowc.`);
  builder.declare({
    kind: "const",
    name,
    exported: true,
    initializer: call(builder.use("jsonParse"), [quote(JSON.stringify(value))]),
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
  builder.declare({ kind: "const", name, exported: true, initializer: call(text("new Set"), [paths]) });
  return builder.plan();
}

/** A file as content: a text, or else Base64. */
function fileModule({ path, module, name }: Asset, files: Files): ModulePlan {
  const bytes = files.bytes(path);
  if (bytes === undefined) throw new Error(`${path} was not read.`);
  const builder = new ModuleBuilder(module, `${path}, compiled by flowc.`);
  const text = asText(bytes);
  const mediaType = getMimeType(path) ?? (text === undefined ? "application/octet-stream" : "text/plain");
  const initializer =
    text === undefined
      ? call(builder.use("binaryFile"), [quote(encodeBase64(bytes)), quote(mediaType)])
      : call(builder.use("textFile"), [quote(text), quote(mediaType)]);
  builder.declare({ kind: "const", name, exported: true, initializer });
  return builder.plan();
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** `undefined` for bytes that a text would not give again. */
function asText(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
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
  const initializer = call(text("new Map"), [array(entries)]);
  const type = `ReadonlyMap<string, ${builder.useType("Content")}>`;
  builder.declare({ kind: "const", name, exported: true, type, initializer });
  return builder.plan();
}
