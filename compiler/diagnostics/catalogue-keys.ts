import { error } from "./entry.js";

/** Messages about keys and signatures. */
export const keyDiagnostics = {
  unknownAlgorithm: error("FLOW2030", "There is no signing algorithm {name}.", "Did you mean {nearest}?"),
  retiredAlgorithm: error(
    "FLOW2031",
    "The signing algorithm {name} no longer exists: its signatures can be forged.",
    "Use SHA256.",
  ),
  unusableKey: error(
    "FLOW2032",
    "This key cannot be used: {reason}.",
    "Take the whole content of a PEM file. Keys are best kept out of the flow, as in $env/KEY.",
  ),
};
