import { functions } from "../../constructs/functions/index.js";
import { type Expression, pathFromVariable } from "../../syntax/xpath.js";
import type { FlowRule } from "./rule.js";

/** Finds comparisons of `$request/path` with a path that leaves the base path out. */
export const basePath: FlowRule = ({ basePath: base, known, reporter }) => {
  const isPath = (expression: Expression | undefined): boolean => {
    const path = expression && pathFromVariable(expression);
    return (
      path?.variable.name === "request" &&
      path.names.join("/") === "path" &&
      known(path.variable).value === "initial"
    );
  };
  const isBelow = (text: string) => text === base || text.startsWith(`${base}/`);
  const check = (
    constant: Expression | undefined,
    begins: "whole" | "text" | "pattern",
    isAlways: boolean,
  ) => {
    if (constant?.kind !== "literal" || base === undefined) return;
    const text = begins === "pattern" ? beginningOf(constant.value) : constant.value;
    if (text === undefined || text === "" || isBelow(text)) return;
    if (begins !== "whole" && base.startsWith(text)) return;
    if (begins === "pattern" && text.startsWith(base)) return;
    const slash = text.startsWith("/") ? "" : "/";
    const meant = isBelow(slash + text) ? slash + text : `${base}${slash}${text}`;
    reporter.report(constant.span, "pathWithoutBase", { base, isAlways, meant });
  };
  return {
    expression(inner) {
      if (inner.kind === "binary" && (inner.operator === "=" || inner.operator === "!=")) {
        if (isPath(inner.left)) check(inner.right, "whole", inner.operator === "!=");
        if (isPath(inner.right)) check(inner.left, "whole", inner.operator === "!=");
      }
      if (inner.kind !== "call") return;
      const begins = functions.get(inner.name)?.begins;
      if (begins !== undefined && isPath(inner.arguments[0])) check(inner.arguments[1], begins, false);
    },
  };
};

/** The text that everything begins with that a regular expression matches. */
function beginningOf(pattern: string): string | undefined {
  const [, text, next] = /^\^([\w/-]+)(.?)/s.exec(pattern) ?? [];
  return pattern.includes("|") ? undefined : /[?*{]/.test(next ?? "") ? text?.slice(0, -1) : text;
}
