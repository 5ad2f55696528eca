import { type DecimalFormat, defaultDecimalFormat } from "../../../runtime/xslt/decimal-format.js";
import type { SheetElement } from "./element.js";

/** `xsl:decimal-format` */
export function decimalFormat(element: SheetElement): DecimalFormat {
  const format: Record<string, string> = { ...defaultDecimalFormat };
  for (const name of Object.keys(defaultDecimalFormat)) {
    const attribute = name === "nan" ? "NaN" : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const value = element.attribute(attribute)?.value.text;
    if (value !== undefined) format[name] = value;
  }
  return format as unknown as DecimalFormat;
}
