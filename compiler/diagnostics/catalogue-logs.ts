import { error, warning } from "./entry.js";

export const logDiagnostics = {
  systemLogField: warning<{ name: string }>(
    "FLOW4070",
    ({ name }) => `The log field ${name} is the engine's own; what is set here has no effect.`,
    "Choose another name.",
  ),
  debugLevel: error<{ level: string }>(
    "FLOW4071",
    ({ level }) => `There is no level "${level}".`,
    "Levels are verbose, debug, info, warn, error and alert.",
  ),
  debugSubject: error("FLOW4072", "<debug> needs either the attribute in or the attribute xpath."),
} as const;
