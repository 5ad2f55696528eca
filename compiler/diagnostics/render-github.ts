import { below, type Finding, rangeOf } from "./render.js";

/** Renders findings as workflow commands of GitHub Actions, which become annotations of a pull request. */
export function renderGithub(
  findings: readonly Finding[],
  { directory }: { readonly directory: string },
): string {
  return findings
    .map(({ severity, code, message, hint, span }) => {
      const place =
        span === undefined
          ? {}
          : { file: below(directory, span.source.path).replace(/^\.\//, ""), ...places(rangeOf(span)) };
      const properties = Object.entries({ ...place, title: code }).map(
        ([name, value]) => `${name}=${property(String(value))}`,
      );
      return `::${severity} ${properties.join(",")}::${data(hint === undefined ? message : `${message}\n${hint}`)}\n`;
    })
    .join("");
}

/** GitHub takes columns only within one line, and includes the last one. */
const places = ({ line, column, endLine, endColumn }: ReturnType<typeof rangeOf>) =>
  line === endLine
    ? { line, endLine, col: column, endColumn: Math.max(column, endColumn - 1) }
    : { line, endLine };

const data = (text: string): string => text.replace(/[%\r\n]/g, encoded);

const property = (text: string): string => text.replace(/[%\r\n:,]/g, encoded);

const encoded = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
