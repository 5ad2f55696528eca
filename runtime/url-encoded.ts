import { checkFields, type Field } from "./fields.js";

/**
 * The pairs of a query or of `application/x-www-form-urlencoded`, in their order, as the URL standard reads them: what
 * cannot be decoded stays as it is, or becomes U+FFFD.
 * @throws FieldLimitError
 */
export const urlEncodedFields = (text: string): readonly Field[] => {
  const fields: Field[] = [];
  let count = 0;
  for (let start = 0; start < text.length; count++) {
    checkFields(count);
    const ampersand = text.indexOf("&", start);
    const end = ampersand < 0 ? text.length : ampersand;
    if (end > start) fields.push(pairField(text.slice(start, end)));
    start = end + 1;
  }
  return fields;
};

const pairField = (pair: string): Field => {
  const equals = pair.indexOf("=");
  const name = equals < 0 ? pair : pair.slice(0, equals);
  const value = equals < 0 ? "" : pair.slice(equals + 1);
  const clearName = decoded(name);
  const clearValue = decoded(value);
  if (clearName !== undefined && clearValue !== undefined) return { name: clearName, value: clearValue };
  return { name: clearName ?? lenient(name), value: clearValue ?? lenient(value), isUnclear: true };
};

/** `undefined` for what is no percent-encoded UTF-8. */
const decoded = (text: string): string | undefined => {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return undefined;
  }
};

/** Behind a `=`, nothing but the decoding is left to do. */
const lenient = (text: string): string => new URLSearchParams(`=${text}`).get("") ?? "";
