/** The parts of `xsl:decimal-format` (XSLT 1.0 §12.3). All but `infinity` and `nan` are single characters. */
export interface DecimalFormat {
  readonly decimalSeparator: string;
  readonly groupingSeparator: string;
  readonly infinity: string;
  readonly minusSign: string;
  readonly nan: string;
  readonly percent: string;
  readonly perMille: string;
  readonly zeroDigit: string;
  readonly digit: string;
  readonly patternSeparator: string;
}

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
