import { replacement } from "../../../runtime/language/functions/matching-functions.js";
import {
  PatternError,
  type Translated,
  translatePattern,
  type Use,
} from "../../../runtime/pattern/translate-pattern.js";
import { call, quote } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { ActionDefinition, ActionParser, Output, Source } from "../../language/action-definition.js";
import { checkCost } from "../../parse/pattern/guard.js";
import type { Action } from "../../syntax/flow.js";
import type { XmlAttribute } from "../../syntax/xml.js";
import { transferFacts } from "../action-parts/in-and-out.js";
import { checkGroupsIn } from "../function-parts/pattern-slips.js";
import { patternCode } from "../function-parts/patterns.js";

interface RegexNode extends Action {
  readonly element: "regex";
  readonly source: Source;
  readonly out: Output;
  readonly pattern: Translated;
  readonly replace: string;
}

/** `<regex pattern="/…/" replace="…"/>`: replaces what matches. Braces in its attributes are those of the pattern. */
export const regexAction: ActionDefinition<RegexNode> = {
  element: "regex",
  attributes: ["pattern", "replace", "in", "out"],
  editing: { attributes: { in: "location", out: "location" }, required: ["pattern", "replace"] },

  parse(element, parser) {
    parser.noText(element);
    const pattern = parser.written(element, "pattern");
    const replace = parser.written(element, "replace");
    const source = parser.source(element);
    const out = parser.output(element);
    const emitted = pattern && compiled(pattern, parser);
    if (emitted === undefined || replace === undefined || source === undefined || out === undefined)
      return undefined;
    if (pattern)
      checkCost(
        emitted.cost,
        useOf(replace.value.text),
        pattern.value.span(0, pattern.value.text.length),
        parser.reporter,
      );
    const { text } = replace.value;
    checkGroupsIn(text, emitted, replace.value.span(0, text.length), parser.reporter);
    return { source, out, pattern: emitted, replace: text };
  },

  facts: ({ source, out }) => ({ ...transferFacts(source, out), readsBodies: true }),

  generate({ source, out, pattern, replace }, generator): readonly Doc[] {
    const replaced = call(generator.use("replaced"), [
      generator.content(source, "regex"),
      patternCode(pattern, useOf(replace), generator.use),
      quote(replacement(replace, ...pattern.groups)),
    ]);
    return [generator.write(out, replaced, true)];
  },
};

const useOf = (replaced: string): Use => (replaced.includes("$") ? "groups" : "matches");

const closingBrackets: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };

/** A pattern between delimiters and with modifiers after it, as PHP has them; anything else is reported. */
function compiled({ value }: XmlAttribute, { reporter }: ActionParser): Translated | undefined {
  const { text } = value;
  const start = text.length - text.trimStart().length;
  const open = text.charAt(start);
  const end = text.lastIndexOf(
    Object.hasOwn(closingBrackets, open) ? (closingBrackets[open] as string) : open,
  );
  const span = value.span(0, text.length);
  if (!/[^\sA-Za-z0-9\\]/.test(open) || end <= start) {
    reporter.report(span, "patternDelimiters");
    return undefined;
  }
  // Patterns are always Unicode.
  const modifiers = text
    .slice(end + 1)
    .trim()
    .replaceAll("u", "");
  try {
    return translatePattern(text.slice(start + 1, end), modifiers);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    reporter.report(span, "pattern", { reason: error.message });
    return undefined;
  }
}
