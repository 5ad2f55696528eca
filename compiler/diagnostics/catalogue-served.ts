import { error, warning } from "./entry.js";

/** FLOW4100 to FLOW4109: files that the app serves. */
export const servedDiagnostics = {
  servedDirectoryMissing: error(
    "FLOW4100",
    "There is no directory {path}, or no file in it.",
    "Did you mean {nearest}?",
  ),
  servedFlows: warning(
    "FLOW4101",
    "Clients can read {path}, and everything else that is in the directory.",
    "Put the files for clients into a directory of their own.",
  ),
  servedTooLarge: error(
    "FLOW4102",
    "The files in {path} are {size} MiB; they become part of the app, which takes {limit} MiB at most.",
    "Leave large files to a web server or an object store.",
  ),
  servedLarge: warning(
    "FLOW4103",
    "The files in {path} are {size} MiB, which each process keeps in memory.",
    "Leave large files to a web server or an object store.",
  ),
  servedUnreadable: warning(
    "FLOW4104",
    "{path} cannot be read: a request for it is answered with status 403.",
  ),
  servedFallbackUnreadable: error("FLOW4105", "The fallback document {path} cannot be read."),
  terminateValue: error("FLOW4106", 'terminate is "true" or "false", not "{text}".'),
} as const;
