import { error } from "./entry.js";

/** Messages about keys and signatures. */
export const keyDiagnostics = {
  unknownAlgorithm: error<{ name: string; nearest: string | undefined }>(
    "FLOW2030",
    ({ name }) => `There is no signing algorithm ${name}.`,
    ({ nearest }) => (nearest === undefined ? undefined : `Did you mean ${nearest}?`),
  ),
  retiredAlgorithm: error<{ name: string }>(
    "FLOW2031",
    ({ name }) => `The signing algorithm ${name} no longer exists: its signatures can be forged.`,
    "Use SHA256.",
  ),
  unusableKey: error<{ reason: string }>(
    "FLOW2032",
    ({ reason }) => `This key cannot be used: ${reason}.`,
    "Take the whole content of a PEM file. Keys are best kept out of the flow, as in $env/KEY.",
  ),
};
