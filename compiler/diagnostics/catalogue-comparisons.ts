import { warning } from "./entry.js";

/** FLOW2050 to FLOW2069: comparisons and conditions that do not mean what they seem to. */
export const comparisonDiagnostics = {
  comparisonWithNoNumber: warning<{ text: string; isAlways: boolean; isOrder: boolean }>(
    "FLOW2050",
    ({ text, isAlways }) => `This is ${isAlways ? "always" : "never"} true: "${text}" is no number.`,
    ({ isOrder }) => (isOrder ? "XPath puts numbers in order, not texts." : undefined),
  ),
  booleanAsText: warning<{ text: string }>(
    "FLOW2051",
    ({ text }) => `Beside a boolean, "${text}" counts as true, like every text that is not empty.`,
    "Compare with true() or false(), or write not(…) around the boolean.",
  ),
  comparisonOutOfRange: warning<{ name: string; least: number; isAlways: boolean }>(
    "FLOW2052",
    ({ name, least, isAlways }) =>
      `This is ${isAlways ? "always" : "never"} true: ${name}() is a whole number from ${least} on.`,
  ),
  positionNeverReached: warning(
    "FLOW2053",
    "There is nothing at this position.",
    "Positions are whole numbers, and the first is 1.",
  ),
  presenceOfBoolean: warning(
    "FLOW2054",
    "This asks whether there is a JSON boolean here, not whether it is true.",
    "Compare it with a text: … = 'true', or … = 'false'.",
  ),
} as const;
