/** The variables that exist before any flow sets one (specification, "Predefined variables"). */
export const predefinedVariables: ReadonlySet<string> = new Set([
  "body",
  "env",
  "request",
  "server",
  "upstream",
  "error",
]);
