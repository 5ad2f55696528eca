import { error, warning } from "./entry.js";

/** FLOW5000 to FLOW5099: the output directory, and flowc itself. */
export const outputDiagnostics = {
  outputForeign: error<{ path: string }>(
    "FLOW5001",
    ({ path }) => `${path} exists, and flowc did not write it.`,
    "Move it away, choose another directory, or overwrite it with --force.",
  ),
  outputEdited: error<{ path: string }>(
    "FLOW5002",
    ({ path }) => `${path} was changed since flowc wrote it.`,
    "Keep your changes in another file, or discard them with --force.",
  ),
  outputObstacle: error<{ path: string }>(
    "FLOW5003",
    ({ path }) => `${path} is not a file, or lies behind a link.`,
    "Move it away: flowc writes only plain files, and follows no link in its output directory.",
  ),
  typeError: error<{ path: string; line: number; code: number; message: string }>(
    "FLOW5004",
    ({ path, line, code, message }) =>
      `${path}:${line} does not pass the type checker: ${message} (TS${code})`,
    "This is a mistake in flowc, not in your flows. Please report it, with the flow that causes it.",
  ),
  workerSize: warning<{ path: string; size: string }>(
    "FLOW5005",
    ({ path, size }) => `${path} has ${size} compressed. Cloudflare's free plan takes workers of up to 3 MB.`,
    "Paid plans take more. Files that flows use as data count, too: serve large ones from elsewhere.",
  ),
  internal: error<{ message: string }>(
    "FLOW5099",
    ({ message }) => `flowc itself failed: ${message}`,
    "This is a mistake in flowc, not in your flows. Please report it, with the flow that causes it.",
  ),
} as const;
