import { type Span, textOf } from "../../source/source-text.js";
import type { IfStatement, Statement } from "../../syntax/flow.js";
import type { FlowRule } from "./rule.js";

interface Spanned {
  readonly span: Span;
}

/** Finds conditions that decide nothing, since the same is done, or written, on each way. */
export const sameBranches: FlowRule = ({ reporter }) => {
  const check = (statements: readonly Statement[]): void => {
    for (const statement of statements) {
      if (statement.kind !== "if") continue;
      const ways = waysOf(statement);
      if (areSame(ways)) reporter.report(statement.span, "sameBranches", { isDone: true });
      for (const way of ways) check(way);
    }
  };
  return {
    flow: ({ statements }) => check(statements),
    templatePart(part) {
      if (part.kind !== "block" || part.command.use !== "condition") return;
      const ways: readonly (readonly Spanned[])[] = [
        ...part.ways.map(({ parts }) => parts),
        part.otherwise ?? [],
      ];
      if (areSame(ways)) reporter.report(part.span, "sameBranches", { isDone: false });
    },
  };
};

const waysOf = ({ branches, otherwise = [] }: IfStatement): readonly (readonly Statement[])[] => [
  ...branches.map(({ statements }) => statements),
  otherwise,
];

/** Tells whether ways have the same text, but for white space and comments between their parts. */
export function areSame(ways: readonly (readonly Spanned[])[]): boolean {
  const [first, ...others] = ways.map((way) =>
    way
      .map(({ span }) => textOf(span).replace(/\s+/g, " ").trim())
      .filter((text) => text !== "")
      .join("\n"),
  );
  return first !== undefined && first !== "" && others.every((other) => other === first);
}
