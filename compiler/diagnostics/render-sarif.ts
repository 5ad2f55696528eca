import type { Span } from "../source/source-text.js";
import { catalogue } from "./catalogue.js";
import { below, type Finding, rangeOf } from "./render.js";

/** Renders findings as one run of SARIF 2.1.0 (OASIS), for tools that collect the findings of others. */
export function renderSarif(
  findings: readonly Finding[],
  { directory, version }: { readonly directory: string; readonly version: string },
): string {
  const codes = [...new Set(findings.map(({ code }) => code))].sort();
  const names = new Map(Object.entries(catalogue).map(([name, { code }]) => [code, name]));
  const rules = codes.map((id) => ({ id, name: pascalCase(names.get(id) ?? id) }));
  const run = {
    tool: { driver: { name: "flowc", version, rules } },
    columnKind: "utf16CodeUnits",
    results: findings.map((finding) => resultOf(finding, codes, directory)),
  };
  return sarifLog([run]);
}

/** A document of SARIF with these runs. */
export function sarifLog(runs: readonly unknown[]): string {
  const schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
  return `${JSON.stringify({ $schema: schema, version: "2.1.0", runs }, null, 2)}\n`;
}

function resultOf(
  { code, severity, message, hint, span, fix }: Finding,
  codes: readonly string[],
  directory: string,
) {
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: severity,
    message: { text: hint === undefined ? message : `${message} ${hint}` },
    locations: span === undefined ? [] : [{ physicalLocation: physicalLocation(span, directory) }],
    ...(fix === undefined
      ? {}
      : {
          fixes: [
            {
              description: { text: hint ?? message },
              artifactChanges: [
                {
                  artifactLocation: artifactLocation(fix.span.source.path, directory),
                  replacements: [{ deletedRegion: region(fix.span), insertedContent: { text: fix.text } }],
                },
              ],
            },
          ],
        }),
  };
}

const physicalLocation = (span: Span, directory: string) => ({
  artifactLocation: artifactLocation(span.source.path, directory),
  region: region(span),
});

/** A relative reference (RFC 3986 §4.2) to the file, from where the command ran. */
export function artifactLocation(file: string, directory: string) {
  const parts = below(directory, file).split("/");
  const path = parts.filter((part, index) => part !== "." && (part !== "" || index === 0));
  return { uri: path.map(encodeURIComponent).join("/") };
}

function region(span: Span) {
  const { line, column, endLine, endColumn } = rangeOf(span);
  return { startLine: line, startColumn: column, endLine, endColumn };
}

const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
