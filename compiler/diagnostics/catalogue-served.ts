import { error, warning } from "./entry.js";

/** FLOW4100 to FLOW4109: files that the app serves. */
export const servedDiagnostics = {
  servedDirectoryMissing: error<{ path: string; nearest: string | undefined }>(
    "FLOW4100",
    ({ path }) => `There is no directory ${path}, or no file in it.`,
    ({ nearest }) => (nearest === undefined ? undefined : `Did you mean ${nearest}?`),
  ),
  servedFlows: warning<{ path: string }>(
    "FLOW4101",
    ({ path }) => `Clients can read ${path}, and everything else that is in the directory.`,
    "Put the files for clients into a directory of their own.",
  ),
  servedTooLarge: error<{ path: string; size: number; limit: number }>(
    "FLOW4102",
    ({ path, size, limit }) =>
      `The files in ${path} are ${size} MiB; they become part of the app, which takes ${limit} MiB at most.`,
    "Leave large files to a web server or an object store.",
  ),
  servedLarge: warning<{ path: string; size: number }>(
    "FLOW4103",
    ({ path, size }) => `The files in ${path} are ${size} MiB, which each process keeps in memory.`,
    "Leave large files to a web server or an object store.",
  ),
  servedUnreadable: warning<{ path: string }>(
    "FLOW4104",
    ({ path }) => `${path} cannot be read: a request for it is answered with status 403.`,
  ),
  servedFallbackUnreadable: error<{ path: string }>(
    "FLOW4105",
    ({ path }) => `The fallback document ${path} cannot be read.`,
  ),
  terminateValue: error<{ text: string }>(
    "FLOW4106",
    ({ text }) => `terminate is "true" or "false", not "${text}".`,
  ),
} as const;
