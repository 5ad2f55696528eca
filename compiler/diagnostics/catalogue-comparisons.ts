import { warning } from "./entry.js";

/** Meanings of a word without quotes. */
export type WordMeaning =
  | { readonly kind: "boolean"; readonly isBesideNodes: boolean }
  /** `null` and the like, compared with something. */
  | { readonly kind: "nothing"; readonly isEqual: boolean; readonly other: string }
  | { readonly kind: "method" }
  /** The name of a function without its parentheses. */
  | { readonly kind: "function" }
  /** The ID of a request, where a function takes one. */
  | { readonly kind: "id" }
  /** A path where there is no main content. `isVariable`: with `$`, it begins with a variable. */
  | { readonly kind: "nowhere"; readonly isVariable: boolean };

/** FLOW2050 to FLOW2069: comparisons and conditions that do not mean what they seem to. */
export const comparisonDiagnostics = {
  comparisonWithNoNumber: warning<{ text: string; isAlways: boolean; isOrder: boolean }>(
    "FLOW2050",
    ({ text, isAlways }) => `This is ${isAlways ? "always" : "never"} true: "${text}" is no number.`,
    ({ isOrder }) => (isOrder ? "XPath puts numbers in order, not texts." : undefined),
  ),
  booleanAsText: warning(
    "FLOW2051",
    'Beside a boolean, "{text}" counts as true, like every text that is not empty.',
    "Compare with true() or false(), or write not(…) around the boolean.",
  ),
  comparisonOutOfRange: warning<{ name: string; least: number; isAlways: boolean }>(
    "FLOW2052",
    ({ name, least, isAlways }) =>
      `This is ${isAlways ? "always" : "never"} true: ${name}() is a whole number${Number.isFinite(least) ? ` from ${least} on` : ""}.`,
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
  bareWord: warning<{ word: string; meaning: WordMeaning }>(
    "FLOW2055",
    ({ word, meaning }) =>
      meaning.kind === "nowhere"
        ? `${word} is a path into the main content, and there is none here: it finds nothing.`
        : meaning.kind === "id"
          ? `${word} is a path to an element of this name, and not the ID of the request.`
          : `${word} is a path to an element of this name: it finds nothing.`,
    ({ word, meaning }) => {
      switch (meaning.kind) {
        case "boolean":
          return meaning.isBesideNodes ? `Write '${word.toLowerCase()}'.` : `Write ${word.toLowerCase()}().`;
        case "nothing":
          return meaning.isEqual
            ? `To ask whether there is nothing, write not(${meaning.other}).`
            : `To ask whether there is something, write ${meaning.other}.`;
        case "function":
          return `Write ${word}().`;
        case "method":
        case "id":
          return `Write '${word}'.`;
        case "nowhere":
          if (meaning.isVariable) return `Write $${word}.`;
          return word.includes("/")
            ? "Begin the path with a variable, as in $body/json/name."
            : `A path begins with a variable, as in $body/json/${word}. A text stands in quotes: '${word}'.`;
        default:
          return undefined;
      }
    },
  ),
  arithmeticWithText: warning<{ text: string; isSum: boolean }>(
    "FLOW2056",
    ({ text }) => `This is no number, so the result is none either: "${text}".`,
    ({ isSum }) => (isSum ? "Join texts with concat(…, …)." : undefined),
  ),
  constantCondition: warning<{ why: string; isAlways: boolean; meant: string | undefined }>(
    "FLOW2057",
    ({ why, isAlways }) => `This condition is ${isAlways ? "always" : "never"} true: ${why}.`,
    ({ meant }) => meant,
  ),
  impossibleValue: warning<{ subject: string; why: string; isAlways: boolean; nearest: string | undefined }>(
    "FLOW2058",
    ({ subject, why, isAlways }) => `This is ${isAlways ? "always" : "never"} true: ${subject} is ${why}.`,
    ({ nearest }) => (nearest === undefined ? undefined : `Did you mean ${nearest}?`),
  ),
  decidedCondition: warning<{ isAlways: boolean; where: string }>(
    "FLOW2059",
    ({ isAlways, where }) => `This is ${isAlways ? "always" : "never"} true here: ${where} decides it.`,
    "Leave it out, or write the condition that is meant.",
  ),
  sameBranches: warning<{ isDone: boolean }>(
    "FLOW2141",
    ({ isDone }) => `This condition decides nothing: the same is ${isDone ? "done" : "written"} on each way.`,
    "Leave it out, or write what is different.",
  ),
  conditionOfTree: warning<{ name: string }>(
    "FLOW2142",
    ({ name }) => `This is always true: $${name} is a tree, and it is there even if there is no text in it.`,
    ({ name }) => `Write string($${name}), or give the variable its value by select.`,
  ),
  orderOfDates: warning(
    "FLOW2143",
    "This is never true: XPath puts numbers in order, and by its schema this is a date.",
    "Make numbers of both: translate(…, '-:TZ', '') is one of 2024-05-01, and of 2024-05-01T12:00:00Z.",
  ),
  sameOperands: warning<{ isAlways: boolean }>(
    "FLOW2060",
    ({ isAlways }) =>
      `Both sides are the same, so this is ${isAlways ? "always true" : "never true"} where there is a value.`,
    "To ask whether there is a value, leave the comparison out.",
  ),
  swappedArguments: warning(
    "FLOW2061",
    "{name}() searches its first argument, and here this is the constant {text}.",
    "Write {name}({other}, {text}).",
  ),
  substringPosition: warning(
    "FLOW2062",
    "There is no character at position {position}, but it counts for the length.",
    "The first character is at position 1.",
  ),
  dateWithoutQuotes: warning(
    "FLOW2063",
    "This is a subtraction: {text} is a number.",
    "Write a date in quotes: '{text}'.",
  ),
  emptyTextNode: warning(
    "FLOW2066",
    "This is never true: {text} finds no empty text, since a node of text has a character at least.",
    "Write not({text}) to ask whether there is no text.",
  ),
  variableInText: warning<{ name: string; isAlone: boolean; isTemplate: boolean }>(
    "FLOW2064",
    ({ name }) => `$${name} is a part of this text: no value takes its place.`,
    ({ name, isAlone, isTemplate }) => {
      if (isTemplate)
        return isAlone
          ? `Write {{ $${name} }}, without quotes.`
          : `Join the text and the value, without quotes around them: {{ concat('…', $${name}) }}.`;
      return isAlone ? "Leave the quotes out." : `Join the text and the value: concat('…', $${name}).`;
    },
  ),
  defaultNeverUsed: warning(
    "FLOW2065",
    "What follows this ?? is never used: a {type} is never null.",
    "Leave it out, or leave out the conversion before it.",
  ),
  onlyArgument: warning(
    "FLOW2067",
    "{name}() of one value joins nothing.",
    "Write string(…), or add what is missing.",
  ),
  loopOverNoArray: warning(
    "FLOW2068",
    "A loop goes through the items of an array, and this is {type}: it never runs.",
    "Name the array itself, or write array(…) around the nodes.",
  ),
  presenceByComparison: warning<{ value: boolean }>(
    "FLOW2069",
    ({ value }) => `Beside ${value}(), nodes count as ${value ? "there" : "not there"}, whatever they hold.`,
    ({ value }) =>
      `Compare the text: … = '${value}'. To ask whether it is there, write ${value ? "boolean" : "not"}(…).`,
  ),
  attributeOfJson: warning(
    "FLOW2075",
    "JSON has no attribute {name}: this finds nothing.",
    "Write {name} for a member.",
  ),
  gluePlace: warning(
    "FLOW2077",
    "{name}() takes what comes between the values first, and here {text} is the only value.",
    "Write {name}({text}, {other}).",
  ),
  arrayCounted: warning(
    "FLOW2078",
    "{name}() counts the array itself, which is one node, and not its items.",
    "Write {name}({array}/value).",
  ),
  arrayAsText: warning(
    "FLOW2079",
    "This is an array: its text is that of all its items, one after the other.",
    "To ask whether one of its items is a text, write {array}/value = {text}.",
  ),
  anyItem: warning(
    "FLOW2076",
    "[*] asks whether there are children. It does not mean all items.",
    "The items of an array are its children value: rows/value/id.",
  ),
} as const;
