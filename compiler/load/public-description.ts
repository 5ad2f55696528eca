import { isObject, type JsonValue } from "../../runtime/data-model/values.js";
import type { Language } from "../constructs/contract/language.js";
import { Reporter } from "../diagnostics/reporter.js";
import { YamlFile, type YamlValue } from "../parse/yaml/yaml.js";
import { type Files, resolvePath } from "../source/files.js";
import { loadDescription } from "./description.js";

/** Larger descriptions are not shown. */
const mostValues = 1_000_000;

/** Where clients find what a description leads to. */
export interface Published {
  /** Comes before the base path. */
  readonly server: string;
  /** Where another file of the description is, such as one with schemas. */
  link(path: string): string;
}

/**
 * The API description of a flow directory as clients may see it: JSON, without extensions, and with one server.
 * @param path another file of the description
 * @returns `undefined` if there is none that can be read, or if it is too large
 */
export function publicDescription(
  files: Files,
  language: Language,
  published: Published,
  path?: string,
): string | undefined {
  const api = loadDescription(files, language, new Reporter());
  const source = path === undefined ? api?.source : descriptionFile(path, files);
  const file = source && YamlFile.parse(source, new Reporter());
  const described = file && new Copy(file, published).of(file.root, "object");
  if (api === undefined || described === undefined) return undefined;
  if (path !== undefined || !isObject(described)) return JSON.stringify(described);
  const { host, basePath, ...rest } = described;
  const url = published.server + api.basePath;
  return JSON.stringify("swagger" in rest ? { ...rest, basePath: url } : { ...rest, servers: [{ url }] });
}

const descriptionFile = (path: string, files: Files) =>
  /\.(?:ya?ml|json)$/.test(path) ? files.get(path) : undefined;

/** What the keys of a mapping are: members of the format, names that the author chose, or anything at all. */
type Keys = "object" | "names" | "anything";

/** Copies values of a file. */
class Copy {
  #values = 0;

  constructor(
    private readonly file: YamlFile,
    private readonly published: Published,
  ) {}

  /** `undefined` where all values together are too many. */
  of(value: YamlValue, keys: Keys): JsonValue | undefined {
    if (++this.#values > mostValues) return undefined;
    const items = this.file.items(value);
    if (items !== undefined)
      return items.map((item) => this.of(item, keys === "names" ? "object" : keys) ?? null);
    const entries = this.file.entries(value);
    if (entries === undefined) return this.file.scalar(value);
    const members = entries.flatMap(({ key, value: inner }) => {
      if (keys === "object" && isLeftOut(key)) return [];
      if (keys === "object" && key === "$ref") return [[key, this.#reference(inner)] as const];
      const copy = this.of(inner, keysBelow(key, keys));
      return copy === undefined ? [] : [[key, copy] as const];
    });
    return Object.fromEntries(members);
  }

  /** References to other files lead to where clients find these. */
  #reference(value: YamlValue): JsonValue {
    const text = this.file.string(value);
    const [, target = "", fragment = ""] = /^([^#]*)(.*)$/s.exec(text ?? "") ?? [];
    if (text === undefined || target === "" || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(target))
      return this.file.scalar(value);
    const path = resolvePath(this.file.source.path, target);
    return path === undefined ? text : this.published.link(path) + fragment;
  }
}

/** Extensions and servers. */
const isLeftOut = (key: string): boolean => key.startsWith("x-") || key === "servers" || key === "schemes";

function keysBelow(key: string, keys: Keys): Keys {
  if (keys === "names") return "object";
  if (keys === "anything" || unread.has(key)) return "anything";
  return named.has(key) ? "names" : "object";
}

/** Members whose values may be anything. */
const unread: ReadonlySet<string> = new Set(["const", "default", "enum", "example", "value"]);

/** Members whose values have a member for each name. */
const named: ReadonlySet<string> = new Set([
  "callbacks",
  "definitions",
  "encoding",
  "examples",
  "headers",
  "links",
  "mapping",
  "parameters",
  "patternProperties",
  "properties",
  "schemas",
  "scopes",
  "securityDefinitions",
  "securitySchemes",
  "variables",
]);
