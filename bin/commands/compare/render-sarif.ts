import { artifactLocation, sarifLog } from "../../../compiler/diagnostics/render-sarif.js";
import { differenceText } from "./render-text.js";
import type { Report } from "./report.js";

/** The differences that nothing explains, as one run of SARIF 2.1.0 (OASIS). */
export function renderSarif({ differences }: Report, directory: string, version: string): string {
  const rules = [...new Set(differences.map((each) => each.class))].sort().map((id) => ({ id }));
  const results = differences.map((group) => {
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
  const run = { tool: { driver: { name: "flowc", version, rules } }, results };
  return sarifLog([run]);
}
