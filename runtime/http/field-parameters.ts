import { isToken } from "./field-syntax.js";

/** The `;name=value` of a header field (RFC 9110 §5.6.6). */
export interface FieldParameters {
  /** Values by names in lower case, without quotes; of several with one name the first counts. Nothing is unescaped. */
  readonly values: ReadonlyMap<string, string>;
  /**
   * Whether the parameters are written as the RFC wants them, each once and without escapes, so that all readers find
   * the same.
   */
  readonly isClear: boolean;
}

/** More than any media type or disposition has; further ones do not count. */
const maxParameters = 32;

const none: FieldParameters = { values: new Map(), isClear: true };

/** Reads the parameters of a field's value, which begin at its first `;`. */
export function fieldParameters(field: string): FieldParameters {
  const first = field.indexOf(";");
  if (first < 0) return none;
  const values = new Map<string, string>();
  let isClear = true;
  let left = maxParameters;
  for (let at = first; at < field.length; left--) {
    if (left === 0) return { values, isClear: false };
    const [whole = ";", name, equals, quoted, bare = ""] = matchAt(field, at) ?? [];
    at += whole.length;
    if (name !== undefined) {
      const key = name.toLowerCase();
      const value = quoted ?? bare.trimEnd();
      const isWritten = quoted === undefined ? isToken(value) : !quoted.includes("\\");
      if (!isWritten || equals !== "=" || !isToken(name) || values.has(key)) isClear = false;
      if (!values.has(key)) values.set(key, value);
    }
    if (at < field.length && field[at] !== ";") {
      isClear = false;
      const next = field.indexOf(";", at);
      at = next < 0 ? field.length : next;
    }
  }
  return { values, isClear };
}

/** Allows more than the RFC: spaces around `=`, and values that should have quotes. */
const parameter = /;[ \t]*(?:([^\s;="]+)([ \t]*=[ \t]*)(?:"([^"]*)"|([^;"]*)))?[ \t]*/y;

function matchAt(field: string, at: number): RegExpExecArray | null {
  parameter.lastIndex = at;
  return parameter.exec(field);
}
