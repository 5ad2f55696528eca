import type { JsonValue } from "../../../runtime/data/model/values.js";
import { isClearMediaType, isJson } from "../../../runtime/http/media-type.js";
import type { MockedOperation } from "../../../runtime/tracing.js";
import type { Example } from "../../../runtime/validation/contract.js";
import { Reporter } from "../../diagnostics/reporter.js";
import type { Files } from "../../source/files.js";
import type { SourceText } from "../../source/source-text.js";
import { methodNames } from "../../syntax/openapi.js";
import { jsonOf } from "../schema/json-schema.js";
import { Schemas } from "../schema/normal-schema.js";
import { type Located, References } from "../yaml/references.js";
import { YamlFile } from "../yaml/yaml.js";
import { upgraded } from "./document/upgrade.js";
import { versionOf } from "./document/version.js";
import { contentExample, exampleOf, exampleText } from "./examples.js";
import { SchemaInstances } from "./schema-instances.js";

/** The most characters of all answers of a description. References can repeat an example without end. */
const maxTotal = 20_000_000;

/** Reads from the API description of an upstream system what that would answer. */
export class MockReader {
  readonly #instances = new SchemaInstances();
  /** `undefined` if it cannot be read. */
  readonly #top: Located | undefined;
  readonly #schemas: Schemas | undefined;
  #total = 0;

  constructor(source: SourceText, files: Files) {
    const unheard = new Reporter();
    const file = YamlFile.parse(source, unheard);
    if (file === undefined) return;
    const written = new References(file.silent(), files, unheard);
    this.#schemas = new Schemas(versionOf(written.located(file.root)).dialect);
    const { tree, ...made } = upgraded(file, written, unheard);
    this.#top = tree.located(made.file.root);
  }

  /** By method. */
  operations(pattern: string): Readonly<Record<string, MockedOperation>> {
    const found: Record<string, MockedOperation> = {};
    for (const [key, operation] of this.#top?.get("paths").get(pattern).members ?? []) {
      const mocked = methodNames.has(key) ? this.#operation(operation) : undefined;
      if (mocked !== undefined) found[key.toUpperCase()] = mocked;
    }
    return found;
  }

  #operation(operation: Located): MockedOperation | undefined {
    const responses = operation.get("responses");
    const [lowest] = [...responses.members.keys()].filter((key) => /^2\d\d$/.test(key)).sort();
    const key = lowest ?? ["2XX", "2xx", "default"].find((each) => responses.has(each));
    if (key === undefined) return undefined;
    const response = responses.get(key);
    const status = lowest === undefined ? 200 : Number(lowest);
    return { status, examples: response.has("content") ? this.#examples(response) : undefined };
  }

  /** One of each media type. */
  #examples(response: Located): readonly Example[] {
    const found = new Map<string, Example>();
    for (const [type, content] of response.get("content").members)
      for (const example of this.#content(type, content))
        if (!found.has(example.mediaType)) found.set(example.mediaType, example);
    return [...found.values()];
  }

  #content(range: string, content: Located): readonly Example[] {
    const type = range === "*/*" || range === "application/*" ? "application/json" : range;
    if (type.includes("*")) return [];
    const value = contentExample(content);
    const given = value === undefined ? [] : this.#given(type, value);
    return given.length > 0 ? given : this.#fromSchema(type, content.find("schema"));
  }

  #given(type: string, value: Located): readonly Example[] {
    const example = exampleOf(value);
    return example === undefined ? [] : this.#kept(type, jsonOf(example));
  }

  #fromSchema(type: string, schema: Located | undefined): readonly Example[] {
    const json = schema && this.#schemas && this.#instances.of(this.#schemas.of(schema));
    // Nothing says how anything but a text is written in other media types.
    return json === undefined || (!isJson(type) && typeof json !== "string") ? [] : this.#kept(type, json);
  }

  #kept(mediaType: string, json: JsonValue): readonly Example[] {
    if (!isClearMediaType(mediaType)) return [];
    const text = exampleText(mediaType, JSON.stringify(json));
    this.#total += text.length;
    return this.#total > maxTotal ? [] : [{ mediaType, text }];
  }
}
