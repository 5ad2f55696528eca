import { error, warning } from "./entry.js";

/** FLOW4160 to FLOW4179: upstream systems that fail, and limits. */
export const resilienceDiagnostics = {
  upstreamOrigin: error(
    "FLOW4160",
    '"{text}" is no origin.',
    "Write a scheme and a server without a path, as in https://users.example, or a variable, as in $env/USERS_API.",
  ),
  upstreamMember: error("FLOW4161", "There is no setting {key} here.", "Did you mean {nearest}?"),
  upstreamIdle: warning("FLOW4162", "{key} has no effect without {needed}.", "Remove it, or add {needed}."),
} as const;
