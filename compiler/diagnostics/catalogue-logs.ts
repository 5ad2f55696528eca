import { error, warning } from "./entry.js";

export const logDiagnostics = {
  systemLogField: warning(
    "FLOW4070",
    "The log field {name} is the engine's own; what is set here has no effect.",
    "Choose another name.",
  ),
  debugLevel: error(
    "FLOW4071",
    'There is no level "{level}".',
    "Levels are verbose, debug, info, warn, error and alert.",
  ),
  debugSubject: error("FLOW4072", "<debug> needs either the attribute in or the attribute xpath."),
} as const;
