/** Advice where a template yields no JSON, by the reason, and by the way through the template. */
export function jsonAdvice(reason: string, path = ""): string | undefined {
  return advice.find(([pattern, way]) => pattern.test(reason) && way.test(path))?.[2];
}

const anyWay = /^/;

/** For what is wrong on every way: a comma is missing or too much wherever conditions lead. */
const everyWay = /^$/;

const withoutQuotes = 'Names and texts stand in double quotes, as in "name"; values of the flow in {{ … }}.';

const advice: readonly (readonly [reason: RegExp, path: RegExp, advice: string])[] = [
  // Slips of other notations, by the text that is no JSON
  [/^\$/, anyWay, "Write {{ … }} around an expression."],
  [/^(\/\/|\/\*|#)/, anyWay, "A comment of a template is {{// … }}."],
  [/^true is/i, anyWay, "Write true, in small letters."],
  [/^false is/i, anyWay, "Write false, in small letters."],
  [/^(null|none|nil|undefined) is/i, anyWay, "Write null, or leave the member out."],
  [/^-?(nan|infinity|inf) is/i, anyWay, "JSON has no such number: write null, or a text."],
  [/^\+[\d.]/, anyWay, "Write the number without its +."],
  [/^-?\.\d/, anyWay, "Write a digit before the point, as in 0.5."],
  [/^-?\d+\. is/, anyWay, "Write a digit behind the point, as in 5.0, or leave the point out."],
  [/^-?0\d+(\.\d+)? is/, anyWay, "Write a number without zeros in front of it, or a text in double quotes."],
  [/^-?0[xob]/i, anyWay, "Write the number with decimal digits."],
  [/^-?\d+(_\d+)+/, anyWay, "Write the number without _."],
  [/is no JSON number/, anyWay, "A text stands in double quotes, as in a date or a version."],
  [/^= is/, anyWay, "Write : between a name and its value."],
  [/^; is/, anyWay, "Write a comma between two members."],
  [/^[`“”„‘’«\p{L}_]\S* is no JSON value/u, anyWay, withoutQuotes],
  [/double quotes/, anyWay, withoutQuotes],
  [/^a number stands/, anyWay, 'Numbers have a decimal point, as in 0.19; a name has quotes, as in "19".'],
  [
    /escape that/,
    anyWay,
    'Write \\\\ for a backslash; there are \\", \\/, \\b, \\f, \\n, \\r, \\t and \\u0000, too.',
  ],
  [/a line break/, anyWay, "Write \\n for a line break, and \\t for a tab."],
  // Placeholders
  [/name must be a string/, anyWay, "Write {{ string(…) }}."],
  [/brings its own quotes/, anyWay, 'Leave the quotes around it out, and join texts: {{ concat("…", …) }}.'],
  [/pairs can only stand/, anyWay, "Write { … } around it."],
  // Commas
  [
    /^a comma stands before/,
    everyWay,
    "Leave it out; {{,}} writes a comma only where another member follows.",
  ],
  [/^there is no comma/, everyWay, "Write a comma before it; {{,}} writes one exactly where JSON needs it."],
  [
    /^a comma stands where/,
    /\{\{:[^{]* finds nothing$/,
    "Leave it out: {{: }} writes commas behind its pairs.",
  ],
  [
    /^a comma stands before/,
    /\{\{loop[^{]* runs (once|twice)$/,
    "Leave it out: {{loop}} writes commas between its rounds.",
  ],
  [/comma/, anyWay, "{{,}} writes a comma exactly where JSON needs one: write it in place of a comma."],
  [
    /value/,
    /\{\{loop[^{]* runs no times$/,
    "Write [ … ] around the loop, which may have no items or several.",
  ],
];
