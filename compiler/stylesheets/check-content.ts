import { Assumptions } from "../analyse/conditions/assumptions.js";
import { Judge } from "../analyse/conditions/judge.js";
import { visitUses } from "../analyse/data-flow/uses.js";
import { comparisons } from "../analyse/rules/comparisons.js";
import { presence } from "../analyse/rules/presence.js";
import { areSame } from "../analyse/rules/same-branches.js";
import { unknownValue } from "../analyse/types/known.js";
import { staticType } from "../analyse/types/static-type.js";
import type { Reporter } from "../diagnostics/reporter.js";
import { textOf } from "../source/source-text.js";
import { anyType, isPrimitive } from "../syntax/static-type.js";
import type { ChooseInstruction, Instruction, Sort, ValueTemplate } from "../syntax/stylesheet.js";
import { walkExpression } from "../syntax/visit-expression.js";
import type { Expression } from "../syntax/xpath.js";

/** Nothing is known of nodes and variables but what an expression says itself. */
const facts = {
  methods: undefined,
  variables: () => unknownValue,
  jsonTypesOf: () => undefined,
  valuesOf: () => undefined,
};

const typeOf = (expression: Expression) => staticType(expression, anyType);

/** Finds comparisons whose outcome is always the same. */
export function checkComparisons(expressions: Iterable<Expression>, reporter: Reporter): void {
  const visitor = comparisons({ typeOf, reporter });
  for (const whole of expressions)
    walkExpression(whole, (inner, isPerNode) => visitor.expression?.(inner, isPerNode, whole));
}

/** Finds tests of `xsl:if` and `xsl:choose` that are decided: by themselves, or by those before them. */
function checkTests({ branches, otherwise, span }: ChooseInstruction, reporter: Reporter): void {
  const ways = [...branches.map(({ content }) => content), otherwise?.content ?? []];
  if (areSame(ways)) reporter.report(span, "sameBranches", { isDone: false });
  const judge = new Judge(facts, reporter);
  const visitor = presence({ ...facts, known: facts.variables, typeOf, reporter });
  const scope = { known: new Assumptions(), isJson: false };
  for (const { test } of branches) {
    judge.check(test, scope);
    judge.assume(test, false, scope);
    visitUses(test, "condition", (expression, use) => visitor.use?.(expression, use));
  }
}

/** Finds instructions whose values cannot be what they take. */
export function checkInstruction(instruction: Instruction, scope: ReadonlySet<string>, reporter: Reporter) {
  switch (instruction.kind) {
    case "choose":
      checkTests(instruction, reporter);
      break;
    case "for-each":
    case "apply-templates": {
      const { select, sorts } = instruction;
      const found = select === undefined ? undefined : typeOf(select);
      if (select !== undefined && found !== undefined && isPrimitive(found))
        reporter.report(select.span, "xpathNotNodes", { found, variable: undefined, isJoined: false });
      for (const sort of sorts) checkSort(sort, reporter);
      break;
    }
    case "element":
    case "attribute":
      checkName(instruction.name, instruction.span, reporter);
      break;
    case "literal":
      for (const { name, value } of instruction.attributes)
        checkBraces(name, value, instruction.span, scope, reporter);
      break;
    case "number": {
      const { value: counted } = instruction;
      if (counted?.kind === "literal" && Number.isNaN(Number(counted.value)))
        reporter.report(counted.span, "sheetValue", {
          ...{ name: "value", text: counted.value, what: "a number" },
        });
      const { groupingSeparator, groupingSize, span } = instruction;
      const pair = [
        ["grouping-separator", groupingSeparator],
        ["grouping-size", groupingSize],
      ] as const;
      for (const [name, value] of pair) {
        const [missing] = pair.filter(([, other]) => other === undefined);
        if (value !== undefined && missing !== undefined)
          reporter.report(span, "settingAlone", { name, needed: missing[0] });
      }
      const [size] = groupingSize ?? [];
      if (groupingSize?.length === 1 && typeof size === "string" && !/^\s*[1-9]\d*\s*$/.test(size))
        reporter.report(span, "sheetValue", { name: "grouping-size", text: size, what: "a number" });
      break;
    }
    default:
      break;
  }
}

/** Finds attributes behind what an element contains, where they are left out (XSLT 1.0 §7.1.3). */
export function checkOrder(content: readonly Instruction[], reporter: Reporter): void {
  let isFilled = false;
  for (const { kind, span } of content) {
    if (kind === "attribute" && isFilled) reporter.report(span, "lateAttribute");
    isFilled ||= filling.has(kind);
  }
}

/** Instructions that always write a node which is no attribute. */
const filling: ReadonlySet<string> = new Set(["literal", "element", "text", "value-of", "number"]);

function checkSort({ select, dataType }: Sort, reporter: Reporter): void {
  if (dataType === undefined && typeOf(select) === "number")
    reporter.report(select.span, "sortAsText", { text: textOf(select.span) });
  if (select.kind === "literal") reporter.report(select.span, "constantKey", { isDirection: false });
}

function checkName(name: ValueTemplate, span: Instruction["span"], reporter: Reporter): void {
  const [text] = name;
  if (
    name.length === 1 &&
    typeof text === "string" &&
    !/^\s*[\p{L}_][\p{L}\p{M}\p{N}._\-·:]*\s*$/u.test(text)
  )
    reporter.report(span, "sheetValue", { name: "name", text, what: "a name" });
}

/** Attributes that hold a path as a text by mistake, and seldom anything that begins with `@`. */
const ofData: ReadonlySet<string> = new Set(["href", "src", "id", "class", "value", "action", "for"]);

function checkBraces(
  name: string,
  value: ValueTemplate,
  span: Instruction["span"],
  scope: ReadonlySet<string>,
  reporter: Reporter,
): void {
  const [text] = value;
  if (value.length !== 1 || typeof text !== "string") return;
  const isVariable = text.startsWith("$") && scope.has(text.slice(1));
  if (isVariable || (ofData.has(name) && /^@[\w-]+$/.test(text)))
    reporter.report(span, "attributeWithoutBraces", { written: text });
}

/** Finds numbers in formats that the separators of a decimal format make something else of. */
export function checkFormat(
  pattern: Expression | undefined,
  { decimalSeparator, groupingSeparator, zeroDigit, digit }: Readonly<Record<string, string>>,
  reporter: Reporter,
): void {
  if (pattern?.kind !== "literal") return;
  const [positive = ""] = pattern.value.split(";", 1);
  const [whole = "", fraction = ""] = positive.split(decimalSeparator ?? ".", 2);
  const digits = [...positive].filter((sign) => sign === zeroDigit || sign === digit);
  const last = whole.split(groupingSeparator ?? ",").at(-1) ?? "";
  const isSwapped = fraction.includes(groupingSeparator ?? ",");
  const isShort =
    whole.includes(groupingSeparator ?? ",") &&
    last.length < 3 &&
    !positive.includes(decimalSeparator ?? ".");
  if (digits.length > 0 && !isSwapped && !isShort) return;
  const written = textOf(pattern.span);
  reporter.report(pattern.span, "numberFormat", {
    ...{ written, decimal: decimalSeparator ?? ".", grouping: groupingSeparator ?? "," },
    hasDigits: digits.length > 0,
  });
}
