import { checkLength, spend } from "../../base/work.js";
import { jsonText } from "../../data/json/json-text.js";
import { readJson } from "../../data/json/long-integers.js";
import type { JsonObject, JsonValue, Value } from "../../data/model/values.js";
import { Content } from "../../request/content.js";
import { type Context, state } from "../../request/context.js";
import { alert } from "../../request/flow-errors.js";

const charactersPerStep = 64;

/**
 * A template that is written command by command, because the build could not prove that it yields JSON, or because its
 * blocks cut across the JSON.
 */
export class TemplateText {
  readonly #chunks: string[] = [];
  #length = 0;
  /** The last character that is not white space. */
  #last = "";
  /** A comma is to be written, if JSON needs one before what comes next. */
  #comma = false;

  /** Adds text that stands in the template. */
  write(text: string): void {
    spend(1 + text.length / charactersPerStep);
    this.#length += text.length;
    checkLength(this.#length);
    const first = /\S/.exec(text)?.[0];
    if (first === undefined) {
      // Between two placeholders inside a string, white space is content.
      this.#chunks.push(text);
      return;
    }
    this.#separate(first);
    this.#chunks.push(text);
    this.#last = text.trimEnd().slice(-1);
  }

  /** Adds the value of a placeholder: JSON, with its own quotes. */
  value(value: JsonValue): void {
    this.write(jsonText(value));
  }

  /** Adds the members of a pair producer without their braces, and a comma after them if JSON needs one. */
  pairs(members: JsonObject): void {
    const text = jsonText(members).slice(1, -1);
    if (text === "") return;
    this.write(text);
    this.#comma = true;
  }

  /** `{{,}}`: a comma, if JSON needs one. */
  comma(): void {
    this.#comma = true;
  }

  toString(): string {
    return this.#chunks.join("");
  }

  #separate(next: string): void {
    if (!this.#comma) return;
    this.#comma = false;
    if (this.#last === "" || "{[,:".includes(this.#last) || ",}]:".includes(next)) return;
    this.#chunks.push(",");
  }
}

/** The JSON of a template that an action reads; `null`, and an alert, if the text is no JSON. */
export function templateJson($: Context, text: TemplateText): JsonValue {
  return parse($, text.toString(), true) ?? null;
}

/** The value of a variable that a template sets: typed JSON, or the text if it is no JSON. */
export function templateValue($: Context, text: TemplateText, check = true): Value {
  const source = text.toString();
  const value = parse($, source, check);
  return value === undefined ? source : orNothing(value);
}

/** Makes a template the main content. */
export function respondTemplate($: Context, text: TemplateText, check = true): void {
  $[state].main = templateContent($, text, check);
}

/** A template as content. Text that is no JSON stays as it is. */
export function templateContent($: Context, text: TemplateText, check = true): Content {
  const source = text.toString();
  const value = parse($, source, check);
  $[state].events?.tell("template", { kind: "output", to: "template", value: () => value ?? source });
  return value === undefined
    ? new Content({ kind: "text", text: source }, "application/json")
    : Content.json(value);
}

/** JSON as a variable holds it: `null` is the empty node-set. */
export function orNothing(value: JsonValue): Value {
  return value ?? undefined;
}

function parse($: Context, source: string, check: boolean): JsonValue | undefined {
  if (source === "") return undefined;
  try {
    return readJson(source);
  } catch (error) {
    if (check) alert($, "template", `The template yields no JSON: ${(error as Error).message}`);
    return undefined;
  }
}
