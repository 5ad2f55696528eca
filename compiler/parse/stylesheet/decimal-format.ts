import type { DecimalFormat } from "../../syntax/stylesheet.js";
import type { SheetElement } from "./element.js";

/** The decimal format of those who name none (§12.3). */
export const defaultDecimalFormat: DecimalFormat = {
  decimalSeparator: ".",
  groupingSeparator: ",",
  infinity: "Infinity",
  minusSign: "-",
  nan: "NaN",
  percent: "%",
  perMille: "‰",
  zeroDigit: "0",
  digit: "#",
  patternSeparator: ";",
};

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
