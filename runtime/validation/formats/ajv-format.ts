import type { Format } from "ajv";
import { type FormatName, fullFormats } from "ajv-formats/dist/formats.js";

type FormatWithoutPattern = Exclude<Format, RegExp | string>;

/**
 * The formats of Ajv. None is a regular expression: Ajv would copy that into each validator, whatever a validator has
 * under the name of the format.
 */
export const ofAjv = Object.fromEntries(
  Object.entries(fullFormats).map(([name, format]) => [
    name,
    format instanceof RegExp ? (text: string) => format.test(text) : format,
  ]),
) as Readonly<Record<FormatName, FormatWithoutPattern>>;

/** Returns true if a text has a format, as Ajv decides it. */
export function isOfFormat(name: "uri" | "hostname" | "ipv6" | "regex", text: string): boolean {
  return (ofAjv[name] as (text: string) => boolean)(text);
}
