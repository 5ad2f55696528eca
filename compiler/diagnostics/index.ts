export type { DiagnosticName } from "./catalogue.js";
export { below, codeFrame, type Finding, renderText, visible } from "./render.js";
export { artifactLocation, renderSarif, sarifLog } from "./render-sarif.js";
export { type Diagnostic, Reporter } from "./reporter.js";
