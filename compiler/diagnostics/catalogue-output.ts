import { error, warning } from "./entry.js";

/** FLOW5000 to FLOW5099: the output directory, and flowc itself. */
export const outputDiagnostics = {
  outputForeign: error(
    "FLOW5001",
    "{path} exists, and flowc did not write it.",
    "Move it away, choose another directory, or overwrite it with --force.",
  ),
  outputEdited: error(
    "FLOW5002",
    "{path} was changed since flowc wrote it.",
    "Keep your changes in another file, or discard them with --force.",
  ),
  outputObstacle: error(
    "FLOW5003",
    "{path} is not a file, or lies behind a link.",
    "Move it away: flowc writes only plain files, and follows no link in its output directory.",
  ),
  typeError: error(
    "FLOW5004",
    "{path}:{line} does not pass the type checker: {message} (TS{code})",
    "This is a mistake in flowc, not in your flows. Please report it, with the flow that causes it.",
  ),
  workerSize: warning(
    "FLOW5005",
    "{path} has {size} compressed. Cloudflare's free plan takes workers of up to 3 MB.",
    "Paid plans take more. Files that flows use as data count, too: serve large ones from elsewhere.",
  ),
  internal: error(
    "FLOW5099",
    "flowc itself failed: {message}",
    "This is a mistake in flowc, not in your flows. Please report it, with the flow that causes it.",
  ),
} as const;
