import { warning } from "./entry.js";

export const logDiagnostics = {
  systemLogField: warning<{ name: string }>(
    "FLOW4070",
    ({ name }) => `The log field ${name} is the engine's own; what is set here has no effect.`,
    "Choose another name.",
  ),
} as const;
