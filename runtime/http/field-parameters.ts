import { isToken } from "./field-syntax.js";

/** The `;name=value` of a header field (RFC 9110 §5.6.6). */
export interface FieldParameters {
  /** By names in lower case, without quotes; of several of one name the first counts. Nothing is unescaped. */
  readonly values: ReadonlyMap<string, string>;
  /** Whether they are written as the RFC has it, each once, with nothing to unescape: nobody reads them in another way. */
  readonly isClear: boolean;
}

/** More than any media type or disposition has; those beyond do not count. */
const maxParameters = 32;

const none: FieldParameters = { values: new Map(), isClear: true };

/** Reads what comes after the first `;` of a field's value. */
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

/** More than the RFC allows: spaces around `=`, and values that should have quotes. */
const parameter = /;[ \t]*(?:([^\s;="]+)([ \t]*=[ \t]*)(?:"([^"]*)"|([^;"]*)))?[ \t]*/y;

function matchAt(field: string, at: number): RegExpExecArray | null {
  parameter.lastIndex = at;
  return parameter.exec(field);
}
