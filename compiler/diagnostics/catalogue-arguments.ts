import { warning } from "./entry.js";

/** How the time of a claim is written by mistake. */
export type TimeProblem = "milliseconds" | "from now" | "text" | "over";

const timeProblems: Readonly<Record<TimeProblem, string>> = {
  milliseconds: "one in milliseconds, thousands of years from now",
  "from now": "long over",
  text: "a text",
  over: "now, so the token is over at once",
};

/** FLOW2105 to FLOW2130: arguments, conditions and sources that are taken without a word, and that mean something else than they seem to. */
export const argumentDiagnostics = {
  constantArgument: warning<{ name: string; what: string; found: string; instead: string | undefined }>(
    "FLOW2105",
    ({ name, what, found }) => `${name}() takes ${what} here, and this is ${found}.`,
    ({ instead }) => instead,
  ),
  textForBoolean: warning<{ name: string; found: string }>(
    "FLOW2106",
    ({ name, found }) => `${name}() takes a boolean here, and ${found} counts as true.`,
    "Write true() or false().",
  ),
  arrayArgument: warning<{ name: string; found: string; array: string | undefined }>(
    "FLOW2107",
    ({ name, found }) => `${name}() takes an array, and this is ${found}: the result is empty.`,
    ({ array }) =>
      array === undefined
        ? "To make an array of nodes, write array(…) around them."
        : `Write ${array}, the array itself.`,
  ),
  itemsArgument: warning<{ name: string; array: string }>(
    "FLOW2108",
    ({ name }) =>
      `${name}() takes the items, and this is the array itself, whose text is that of all items together.`,
    ({ array }) => `Write ${array}/value.`,
  ),
  separatorPattern: warning<{ name: string; text: string; escaped: string }>(
    "FLOW2109",
    ({ name, text }) => `${name}() takes a regular expression, and in one, ${text} is not the sign itself.`,
    ({ escaped }) => `Write ${escaped}.`,
  ),
  emptyMatches: warning<{ name: string; isTest: boolean }>(
    "FLOW2110",
    ({ isTest }) =>
      isTest
        ? "This regular expression matches nothing, too, and so every text: this is always true."
        : "This regular expression matches nothing, too: every character becomes a part.",
    ({ isTest }) =>
      isTest
        ? "For the whole text, write ^ before the regular expression and $ behind it."
        : "Write + for a * or ? of it, or leave it out to split at white space.",
  ),
  patternAsText: warning<{ name: string }>(
    "FLOW2111",
    ({ name }) => `${name}() looks for this text itself, not for what it matches as a regular expression.`,
    "Write matches(…) for a regular expression, or leave its signs out.",
  ),
  neverInText: warning<{ why: string }>(
    "FLOW2112",
    ({ why }) => `This is never found: the text that is searched is ${why}.`,
  ),
  translation: warning<{ problem: "longer" | "repeated" | "empty" }>(
    "FLOW2113",
    ({ problem }) => {
      switch (problem) {
        case "longer":
          return "translate() puts one character in place of one: the last ones here stand for none.";
        case "repeated":
          return "translate() goes by characters, and only the first place counts of one that is here twice.";
        default:
          return "translate() replaces nothing here: there is no character.";
      }
    },
    "To replace a text by another one, write replace(…).",
  ),
  missingGroup: warning<{ group: string; count: number; meant: string | undefined }>(
    "FLOW2114",
    ({ group, count, meant }) => {
      if (meant !== undefined) return `${group} is no group of the regular expression but this text.`;
      const groups = count === 0 ? "no group" : count === 1 ? "one group" : `${count} groups`;
      return `The regular expression has ${groups}: ${group} is always empty.`;
    },
    ({ meant }) => (meant === undefined ? "Put parentheses around what is meant." : `Write ${meant}.`),
  ),
  joinsNothing: warning<{ name: string; isGlue: boolean; text: string }>(
    "FLOW2115",
    ({ name }) => `${name}() takes what comes between the values first, and there are no values.`,
    ({ name, isGlue, text }) =>
      isGlue ? `Write the values behind it: ${name}(${text}, …).` : `Write ${name}(", ", ${text}).`,
  ),
  pointInTime: warning(
    "FLOW2117",
    "{name}() takes the number of seconds from now, and this is a point in time.",
    "Leave out unixtime().",
  ),
  attributeWithoutBraces: warning<{ written: string }>(
    "FLOW2118",
    () => "This attribute is a text with expressions in braces, and here it is nothing but text.",
    ({ written }) => `Write {${written}}.`,
  ),
  endOfInit: warning(
    "FLOW2119",
    "This ends every request: no flow of a path ever runs.",
    "Add a condition, or write <return/> to end the init flow alone.",
  ),
  textOfBoolean: warning(
    "FLOW2120",
    "This asks whether there is a text here, and there is one for false, too.",
    "Compare it: … = 'true'.",
  ),
  convertedCondition: warning<{ type: string }>(
    "FLOW2121",
    ({ type }) => `This is always true: the text of a ${type} is never empty.`,
    "Leave the conversion out.",
  ),
  looseDefault: warning<{ operator: string; default: string }>(
    "FLOW2122",
    ({ operator }) =>
      `?? binds weaker than ${operator}: what follows ?? is used as a whole, where nothing stands before it.`,
    ({ default: value }) => `Give the value a name first: {{$value := … ?? ${value} }}.`,
  ),
  rootPair: warning(
    "FLOW2123",
    "This is one member called json, with all of the JSON in it.",
    "Write {path}/* for its members.",
  ),
  parsedAlready: warning(
    "FLOW2124",
    "{path} is JSON that is read already, and no text: there is nothing to parse.",
    "Write {path} alone.",
  ),
  pathWithoutBase: warning<{ base: string; isAlways: boolean; meant: string }>(
    "FLOW2125",
    ({ base, isAlways }) =>
      `This is ${isAlways ? "always" : "never"} true: $request/path begins with the base path, ${base}.`,
    ({ meant }) => `Write ${meant}.`,
  ),
  documentMember: warning<{ name: string; where: string; isArray: boolean; nearest: string | undefined }>(
    "FLOW2126",
    ({ name, where }) => `In ${where}, there is no ${name} here: it is always empty.`,
    ({ name, isArray, nearest }) => {
      if (isArray)
        return `The items of an array are called value: write value/${name} for a member of theirs.`;
      return nearest === undefined ? undefined : `Did you mean ${nearest}?`;
    },
  ),
  ownName: warning(
    "FLOW2127",
    "The path begins at {name} already, and leads to a child of this name: it is most likely empty.",
    "Leave {name}/ out.",
  ),
  documentRoot: warning(
    "FLOW2128",
    "The only child of this document is its root, {root}: {name} is always empty.",
    "Write {root}/ before it.",
  ),
  positionBehindLast: warning<{ isAlways: boolean }>(
    "FLOW2129",
    ({ isAlways }) => `This is ${isAlways ? "always" : "never"} true: no position comes behind last().`,
    "Positions go from 1 to last().",
  ),
  chainedComparison: warning(
    "FLOW2130",
    "A comparison is true or false, which is compared here as 1 or 0: {text}.",
    "Compare twice, with and between.",
  ),
  schemeBefore: warning(
    "FLOW2131",
    "{path} begins with a scheme, which is no part of what {name}() takes.",
    'Write substring-after({path}, "{scheme} ").',
  ),
  nameWithMinus: warning(
    "FLOW2134",
    "{name} is one name here, and no difference: a name may have hyphens.",
    "Write {minuend} - {number}, with spaces.",
  ),
  cancelledFactor: warning(
    "FLOW2135",
    "* {factor} div {factor} changes nothing.",
    "To round to a number of digits, write round(… * {factor}) div {factor}.",
  ),
  firstInEachRound: warning<{ inner: string; isAll: boolean }>(
    "FLOW2136",
    ({ isAll }) =>
      `This is of ${isAll ? "all items" : "the first item"}, in each round: the path begins anew.`,
    ({ inner }) => `In a loop, paths begin at the item: write ${inner}.`,
  ),
  encodedSeparator: warning(
    "FLOW2137",
    '"{text}" is encoded, too: it parts nothing any more.',
    "Encode the value alone, and join it behind.",
  ),
  spaceBefore: warning(
    "FLOW2138",
    "What comes after {scheme} begins with a space, as no token does.",
    'Write "{scheme} ".',
  ),
  missingClaim: warning(
    "FLOW2140",
    "Without {path}, this is false, and the request goes on: of what is not there, != is no more true than =.",
    "Write not({path} = …), or list the claim in x-flow-jwt.",
  ),
  claimTime: warning<{ name: string; problem: TimeProblem }>(
    "FLOW2144",
    ({ name, problem }) =>
      `${name} is a point in time, in seconds since 1970, and this is ${timeProblems[problem]}.`,
    ({ name, problem }) => {
      if (problem === "milliseconds")
        return "unixtime() is in seconds, as is all that is added to it: leave out * 1000.";
      return name === "exp"
        ? "Write {{ unixtime() + 3600 }} for an hour from now, without quotes around it."
        : "Write {{ unixtime() }} for now, without quotes around it.";
    },
  ),
  commaOfNumber: warning(
    "FLOW2145",
    "This puts a comma into the text, and no number has one: it is NaN then.",
    "A number has a point: write {name}(…, {meant}).",
  ),
  lengthOfArray: warning(
    "FLOW2139",
    "This counts the characters of all items of the array.",
    "To count the items, write count({array}/value).",
  ),
  keyOfClient: warning(
    "FLOW2132",
    "The key is {path}, which the client chooses: anybody can sign a token with it.",
    "The token is the first argument, and the key the second.",
  ),
  constantKey: warning<{ isDirection: boolean }>(
    "FLOW2116",
    ({ isDirection }) =>
      isDirection
        ? "This is the key to sort by, an expression, and not a direction."
        : "This key is the same for every item: nothing is sorted.",
    ({ isDirection }) =>
      isDirection
        ? "Write the key first, and then true() to sort from the greatest to the least."
        : "Write the name of a member, as in 'id'.",
  ),
} as const;
