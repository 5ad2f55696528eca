import { writeJson } from "../../../runtime/data/json/long-integers.js";
import { isJson } from "../../../runtime/http/media-type.js";
import type { Example } from "../../../runtime/validation/contract.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import { isJsonText, jsonOf } from "../schema/json-schema.js";
import type { Located } from "../yaml/references.js";
import type { YamlValue } from "../yaml/yaml.js";

/** The most characters that shared examples may add. Each operation answers with its own copy. */
const maxRepeated = 10_000_000;

/** Reads the answers of mocks: the examples of the response with the status 200. */
export class ExampleReader {
  readonly #texts = new Map<YamlValue, string>();
  #repeated = 0;

  constructor(private readonly reporter: Reporter) {}

  read(operation: Located): readonly Example[] {
    const response = operation.get("responses").get("200");
    return [...response.get("content").members].flatMap(([mediaType, content]) => {
      const value = contentExample(content);
      const example = value && exampleOf(value);
      return example === undefined ? [] : [{ mediaType, text: this.#text(mediaType, example) }];
    });
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
      this.reporter.report(located.span, "examplesRepeated");
  }
}

/** `example`, or the first of `examples`. */
export function contentExample(content: Located): Located | undefined {
  const [first] = content.get("examples").members.values();
  return content.find("example") ?? first?.find("value");
}

/** What an example says. A reference to nothing, of which the build warns, says nothing. */
export const exampleOf = (value: Located): Located | undefined =>
  value.target ?? (value.reference === undefined ? value : undefined);

/** The text of an example. A string is used as it is, unless the media type is JSON and the string is not. */
export function exampleText(mediaType: string, json: string): string {
  if (!json.startsWith('"')) return json;
  const text = JSON.parse(json) as string;
  return !isJson(mediaType) || isJsonText(text) ? text : json;
}
