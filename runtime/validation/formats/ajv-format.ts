import { type FormatName, fullFormats } from "ajv-formats/dist/formats.js";

/** Whether a text has a format, as Ajv decides it. */
export function isOfFormat(name: FormatName, text: string): boolean {
  const format = fullFormats[name];
  return format instanceof RegExp ? format.test(text) : typeof format === "function" && format(text) === true;
}
