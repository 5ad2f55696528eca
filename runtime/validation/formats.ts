import { fullFormats } from "ajv-formats/dist/formats.js";

/** The formats that a schema can name and that are checked, by their names. */
export const formats = fullFormats;
