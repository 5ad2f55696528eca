import { writeJson } from "../../../runtime/data/json/long-integers.js";
import { isJson } from "../../../runtime/http/media-type.js";
import type { Example } from "../../../runtime/validation/contract.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import { jsonOf, spanOf } from "../schema/json-schema.js";
import { isJsonText } from "../schema/json-text.js";
import type { Located, References } from "../yaml/references.js";
import type { YamlValue } from "../yaml/yaml.js";

type Members = ReadonlyMap<string, Located>;

/** The most characters that shared examples may add. Each operation answers with its own copy. */
const maxRepeated = 10_000_000;

/** Reads the answers of mocks: the examples of the response with the status 200. */
export class ExampleReader {
  readonly #texts = new Map<YamlValue, string>();
  #repeated = 0;

  constructor(
    private readonly references: References,
    private readonly reporter: Reporter,
  ) {}

  read(operation: Members): readonly Example[] {
    const { references } = this;
    const responses = references.members(operation.get("responses"));
    const response = references.members(responses.get("200"));
    const swagger = [...references.members(response.get("examples"))];
    const openApi = [...references.members(response.get("content"))].flatMap(([mediaType, content]) => {
      const value = contentExample(references, references.members(content));
      return value === undefined ? [] : [[mediaType, value] as const];
    });
    return [...swagger, ...openApi].map(([mediaType, value]) => ({
      mediaType,
      text: this.#text(mediaType, references.resolve(value) ?? value),
    }));
  }

  #text(mediaType: string, located: Located): string {
    const json = this.#texts.get(located.value) ?? writeJson(jsonOf(located, true));
    if (this.#texts.has(located.value)) this.#repeat(json.length, located);
    this.#texts.set(located.value, json);
    return exampleText(mediaType, json);
  }

  #repeat(length: number, located: Located): void {
    const before = this.#repeated;
    this.#repeated += length;
    if (before <= maxRepeated && this.#repeated > maxRepeated)
      this.reporter.report(spanOf(located), "examplesRepeated");
  }
}

/** OpenAPI 3: `example`, or the first of `examples`. */
export function contentExample(references: References, content: Members): Located | undefined {
  const [first] = references.members(content.get("examples")).values();
  return content.get("example") ?? references.members(first).get("value");
}

/** The text of an example. A string is used as it is, unless the media type is JSON and the string is not. */
export function exampleText(mediaType: string, json: string): string {
  if (!json.startsWith('"')) return json;
  const text = JSON.parse(json) as string;
  return !isJson(mediaType) || isJsonText(text) ? text : json;
}
