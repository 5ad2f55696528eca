/** A token at which an expression stops being XPath, as it is written. */
export interface Stop {
  readonly found: string;
  /** The token before it; empty at the beginning. */
  readonly before: string;
  /** The character behind it; empty at the end. */
  readonly after: string;
  /** Nothing stands between the token and the one before it. */
  readonly isJoined: boolean;
  /** The letters, digits and hyphens that follow without a space. */
  readonly rest: string;
}

/** XPath in place of the syntax of other languages; `undefined` where nothing is known to be meant. */
export function inXPath(stop: Stop): string | undefined {
  return ofPair(stop) ?? operators.get(stop.found) ?? ofOperands(stop);
}

/** By the token at which the parser stops. */
const operators: ReadonlyMap<string, string> = new Map([
  ["&", "XPath's operator is called and."],
  ["|", "XPath's operator is called or; | joins two node-sets."],
  ["=", "XPath compares with a single =."],
  ["!", "Write not(…), or != between two values."],
  ["%", "XPath's operator is called mod."],
  ["?", "XPath has no ?. A template knows ?? and {{if …}}; in a flow, use <if>."],
  ["{", "This is an expression already: leave the braces out."],
  ["}", "A template command ends with }}."],
  ["`", "Texts have single or double quotes. Join them with values by concat(…, …)."],
  ["$", "A variable is $ and its name, which begins with a letter."],
  ["eq", "Write =."],
  ["ne", "Write !=."],
  ["lt", "Write <, which is &lt; in XML."],
  ["le", "Write <=, which is &lt;= in XML."],
  ["gt", "Write >."],
  ["ge", "Write >=."],
  ["is", "Write =. Whether a value is missing or null, not(…) tells."],
  ["idiv", "Write floor(… div …)."],
  ["to", "XPath 1.0 has no ranges: use {{loop …}} over a list, or conditions with < and >."],
  ["then", "XPath 1.0 has no if. Use <if> in a flow, and {{if}} in a template."],
  ["else", "XPath 1.0 has no if. Use <if> in a flow, and {{if}} in a template."],
  ["like", "Use contains(…), starts-with(…) or matches(…)."],
  ["in", "Compare with one value after the other: $x = 'a' or $x = 'b'."],
]);

const operatorNames: ReadonlySet<string> = new Set(["and", "or", "div", "mod"]);

/** By the token and the one before it. */
function ofPair({ found, before, after, isJoined, rest }: Stop): string | undefined {
  const minus = /^(\$?[\p{L}_](?:.*[^-])?)-+$/u.exec(before)?.[1];
  if (minus !== undefined && isOperand(found))
    return `A name may have hyphens, so the - is a part of ${before}: write ${minus} - ${found}, with spaces.`;
  const small = found.toLowerCase();
  if (found !== small && operatorNames.has(small)) return `Write ${small}, in small letters.`;
  if (found === "|" && before === "|")
    return "Join texts with concat(…, …); between conditions, write or; | joins two node-sets.";
  if (found.startsWith("$") && before === "for") return "XPath 1.0 has no for: use {{loop …}} in a template.";
  if (found.startsWith("$") && (before === "some" || before === "every"))
    return "Write the condition in brackets: …/value[. = 1], which is true if there is one.";
  if (before.toLowerCase() === "not") return "not() is a function: write not(…).";
  if (found === ">" && before === "<") return "Write !=.";
  if ((found === ">" || found === "<") && before === "=")
    return found === ">" ? "Write >=." : "Write <=, which is &lt;= in XML.";
  if (found === ":" && after === "=")
    return "The attribute out names the variable; in a template, write {{$name := …}}.";
  if (found === "." && before.startsWith("$")) return `A member is a step of a path: ${before}/name.`;
  if (found === "." && (before === ")" || before === "]"))
    return `A member is a step of a path: …${before}/name.`;
  if (found === "+" && before === "+")
    return 'XPath has no ++: <eval out="$n">$n + 1</eval> sets a variable anew.';
  if (found === "(" && before.includes("."))
    return "XPath has functions, not methods: write the value into the parentheses.";
  if (isNumber(found) && before === "/" && isJoined && /^[\p{L}_-]/u.test(rest))
    return `A step cannot begin with a digit: write *[name() = '${found}${rest}'].`;
  if (isNumber(found) && before === "/")
    return /^\d{1,6}$/.test(found)
      ? `XPath divides with div. The items of a list count from 1: …/value[${Number(found) + 1}].`
      : "XPath divides with div.";
  if (isNumber(before) && isJoined && /^[eE]\d*$/.test(found)) return "Write the number without an exponent.";
  if (isNumber(before) && isJoined && found === "," && isNumber(after))
    return "Write the number without a comma.";
  if (found === ",")
    return "XPath 1.0 has no lists: | joins paths, as in {{: id | name }}; values are compared one after the other, with or between.";
  return undefined;
}

/** Two operands side by side. */
function ofOperands({ found, before, isJoined }: Stop): string | undefined {
  if (isText(before) && ((isText(found) && isJoined) || before.at(-2) === "\\"))
    return "XPath has no escapes: put a text that has one kind of quotes into the other kind.";
  if (!isOperand(found) || !isOperand(before)) return undefined;
  if (isText(found) || isText(before)) return "Join texts and values with concat(…, …).";
  return isName(found) && isName(before) ? "Put a text into quotes." : undefined;
}

function isText(token: string): boolean {
  return token.startsWith("'") || token.startsWith('"');
}

function isNumber(token: string): boolean {
  return /^\.?\d/.test(token);
}

function isName(token: string): boolean {
  return /^[\p{L}_]/u.test(token);
}

function isOperand(token: string): boolean {
  return isText(token) || isNumber(token) || isName(token) || /^[$)\]]/.test(token);
}
