import { error, warning } from "./entry.js";

/** FLOW5100 to FLOW5199: what platforms lack that an app is built for. */
export const targetDiagnostics = {
  targetDirectories: error(
    "FLOW5100",
    "{name} cannot ask a directory on {platform}.",
    "Build for Node.js, Bun, Deno or AWS Lambda, or ask the directory through an HTTP API.",
  ),
  targetConnections: error(
    "FLOW5101",
    "{platform} cannot carry out {name}, which is about connections.",
    "Only Node.js can, and with it AWS Lambda.",
  ),
  targetStylesheet: error(
    "FLOW5102",
    "{name} needs SaxonJS, which {platform} cannot load.",
    "Write the stylesheet in XSLT 1.0, which becomes a part of the app, or build for another platform.",
  ),
  targetCache: warning(
    "FLOW5103",
    "{name} keeps responses in the memory of one isolate of {platform}, which cannot use Redis.",
    "Isolates share nothing, and end at any time; FLOW_CACHE_URL must not be set.",
  ),
} as const;
