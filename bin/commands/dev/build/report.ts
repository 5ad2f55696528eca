import { type Diagnostic, renderText } from "../../../../compiler/diagnostics/index.js";

/** Findings of a kind that one report shows; the page has all of them. */
const maxShown = 20;

/** Shows the findings of builds: all errors of each, and the warnings that the build before had not. */
export class Reports {
  #before: ReadonlySet<string> = new Set();

  constructor(
    private readonly directory: string,
    private readonly colour: boolean,
  ) {}

  of(diagnostics: readonly Diagnostic[]): string {
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    const warnings = diagnostics.filter(({ severity }) => severity !== "error");
    const fresh = warnings.filter((warning) => !this.#before.has(keyOf(warning)));
    // Warnings of later phases are missing while there are errors. They are not new when they are back.
    const keys = warnings.map(keyOf);
    this.#before = new Set(errors.length > 0 ? [...this.#before, ...keys] : keys);
    const shown = [...fresh.slice(0, maxShown), ...errors.slice(0, maxShown)];
    const more = fresh.length + errors.length - shown.length;
    const text = renderText(shown, { directory: this.directory, colour: this.colour });
    return more === 0 ? text : `${text}and ${more} more findings, which the workbench shows\n`;
  }
}

/** Lines before it may come and go. */
const keyOf = ({ code, message, span }: Diagnostic): string =>
  `${span?.source.path ?? ""} ${code} ${message} ${span?.source.text.slice(span.start, span.end) ?? ""}`;
