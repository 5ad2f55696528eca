import { code } from "../../code/code.js";
import type { Flow, Statement } from "../../syntax/flow.js";
import type { Calls } from "./calls.js";
import type { Draft } from "./draft.js";
import type { Decisions } from "./written.js";

/** Thrown where a flow cannot become a handler. */
export class EjectError extends Error {
  constructor(
    readonly statement: Statement | undefined,
    message: string,
  ) {
    super(message);
  }
}

/** Actions that have no counterpart in a handler: they stay XML, in flows that the handler calls. */
export class Parts {
  readonly #contents = new Map<string, string[]>();
  /** By actions, the latest number in the name of a flow. */
  readonly #numbers = new Map<string, number>();
  readonly kept: Statement[] = [];

  constructor(
    private readonly flow: Flow,
    private readonly calls: Calls,
    private readonly decisions: Decisions,
    private readonly isConstant: (variable: string) => boolean,
    private readonly isFree: (path: string) => boolean,
  ) {}

  /** @param last the flow of the action right before it, if that stays XML, too */
  add(statement: Statement, last: string | undefined): { readonly path: string; readonly draft: Draft } {
    const { source, start, end } = statement.span;
    const text = source.text.slice(start, end);
    if (/<return[\s/>]/.test(text))
      throw new EjectError(statement, "it has a <return>, and something that only XML can say");
    for (const [, name = ""] of text.matchAll(/\$([\w.-]+)/g))
      if (this.isConstant(name)) this.decisions.shared.add(name);
    const path = last ?? this.#free(nameOf(statement));
    const contents = this.#contents.get(path) ?? [];
    contents.push(outdented(text, source.place(start).column - 1));
    this.#contents.set(path, contents);
    this.kept.push(statement);
    const call = last === undefined ? this.calls.callFlow(path) : undefined;
    return { path, draft: () => (call === undefined ? [] : [code`${call};`]) };
  }

  /** The new flows, by their paths. */
  texts(): ReadonlyMap<string, string> {
    const { source, span } = this.flow;
    const start = source.text.slice(span.start, source.text.indexOf(">", span.start) + 1);
    const [, name = "flow"] = /^<([\w:.-]+)/.exec(start) ?? [];
    return new Map(
      [...this.#contents].map(([path, contents]) => [
        path,
        `${start}\n${contents.map((content) => `  ${content}\n`).join("")}</${name}>\n`,
      ]),
    );
  }

  /** Beside the flow, so that paths in it lead to the same files. */
  #free(action: string): string {
    const base = this.flow.source.path.replace(/\.xml$/, "");
    for (let number = (this.#numbers.get(action) ?? 0) + 1; ; number++) {
      const path = `${base}-${action}${number === 1 ? "" : number}.xml`;
      if (!this.isFree(path)) continue;
      this.#numbers.set(action, number);
      return path;
    }
  }
}

const nameOf = (statement: Statement): string =>
  statement.kind === "action" ? statement.element : statement.kind;

/** Tells whether a text in it may go over several lines, so that its blanks are data. */
const hasLongText = (text: string): boolean =>
  /<(?:echo|xslt)\b/.test(text) || /["']/.test(text.replaceAll(/"[^"\n]*"|'[^'\n]*'/g, ""));

/** Lines that were further to the right by so many columns, as if they were two columns in. */
const outdented = (text: string, column: number): string => {
  if (hasLongText(text)) return text;
  return text
    .split("\n")
    .map((line, index) => {
      const blanks = /^ */.exec(line)?.[0].length ?? 0;
      return index === 0 || blanks < column ? line : `  ${line.slice(column)}`;
    })
    .join("\n");
};
