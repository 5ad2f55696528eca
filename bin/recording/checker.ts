import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ErrorObject } from "ajv";
import { visible } from "../../compiler/diagnostics/index.js";
import { packageDirectory } from "../../compiler/output/index.js";

/** Says what keeps a value from being what a schema defines; `undefined` if nothing does. */
export type Check = (value: unknown) => string | undefined;

/**
 * The checks of a schema that is published, by the names of its definitions.
 * @param showsValues true if problems tell the values that are wrong
 */
export async function openChecks(
  schema: "trace" | "recording",
  showsValues: boolean,
): Promise<(definition: string) => Check> {
  const { Ajv2020 } = await import("ajv/dist/2020.js");
  const text = readFileSync(join(packageDirectory, `docs/${schema}.schema.json`), "utf8");
  const ajv = new Ajv2020({ discriminator: true, verbose: showsValues }).addSchema(JSON.parse(text), schema);
  return (definition) => {
    const is = ajv.compile({ $ref: `${schema}#/$defs/${definition}` });
    return (value) => (is(value) ? undefined : visible(is.errors?.map(reasonOf)[0] ?? "is wrong"));
  };
}

function reasonOf({ instancePath, keyword, message = "is wrong", params, data }: ErrorObject): string {
  const where = instancePath.slice(1, maxShown);
  const what =
    keyword === "discriminator"
      ? `has no kind that is known: ${shown(params.tagValue)}`
      : keyword === "const"
        ? `must be ${shown(params.allowedValue)}`
        : message;
  const found = typeof data === "object" || data === undefined ? "" : `, and is ${shown(data)}`;
  return `${where}${where === "" ? "" : " "}${what}${found}`;
}

/** Characters of what a file says. */
const maxShown = 100;

const shown = (value: unknown): string => String(JSON.stringify(value)).slice(0, maxShown);
