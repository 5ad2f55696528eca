import type { Reporter } from "../diagnostics/reporter.js";
import type { XmlAttribute } from "../syntax/xml.js";

/** The status code in an attribute: an integer from 100 to 599; anything else is reported. */
export function statusCode({ value }: XmlAttribute, reporter: Reporter): number | undefined {
  const text = value.text.trim();
  const code = Number(text);
  if (/^[0-9]{3}$/.test(text) && code >= 100 && code <= 599) return code;
  reporter.report(value.span(0, value.text.length), "statusCode", { text });
  return undefined;
}
