import { artifactLocation, sarifLog } from "../../../compiler/diagnostics/index.js";
import { differenceText, staleRules } from "./render-text.js";
import type { Report } from "./report.js";

/** The differences that nothing explains, and rules without effect, as one run of SARIF 2.1.0 (OASIS). */
export function renderSarif(report: Report, directory: string, version: string): string {
  const { differences } = report;
  const found = differences.map((group) => {
    const { method, path, place, count, sample } = group;
    const text = `${method} ${path}: ${differenceText(group)} (${count} requests, such as ${sample.target})`;
    const location = place && {
      physicalLocation: {
        artifactLocation: artifactLocation(place.file, directory),
        region: { startLine: place.line },
      },
    };
    return {
      ruleId: group.class,
      level: "error",
      message: { text },
      locations: location === undefined ? [] : [location],
    };
  });
  const stale = staleRules(report).map((text) => ({ ruleId: "rule", level: "warning", message: { text } }));
  const results = [...found, ...stale];
  const rules = [...new Set(results.map(({ ruleId }) => ruleId))].sort().map((id) => ({ id }));
  const run = { tool: { driver: { name: "flowc", version, rules } }, results };
  return sarifLog([run]);
}
