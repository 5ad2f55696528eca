/**
 * The names that `on-demand.cjs` takes from the server that loads it: classes and state that there must be only one of.
 * All else it has itself.
 * @module
 */
export { processVariables } from "../../base/environment-variables.js";
export { heldBytes } from "../../base/held-bytes.js";
export { aside } from "../../base/work.js";
export { JsonDocument, JsonNode } from "../../data/json/json-node.js";
export { Node } from "../../data/model/node.js";
export { Selection } from "../../data/model/values.js";
export { countFault, faultCounts, LastingFault } from "../../observe/logs/faults.js";
export { leftOutCounts } from "../../observe/logs/left-out.js";
export {
  eventOrigin,
  logEvent,
  logProcessAlert,
  logText,
  processAlert,
  timestamp,
} from "../../observe/logs/log.js";
export { alertPlace } from "../../observe/logs/place.js";
export { observeWith } from "../../observe/telemetry/telemetry.js";
export { state, subscribe } from "../../request/context.js";
export { healthUrls, namedUpstreams, securedFor } from "../../upstream/named-upstreams.js";
export { knownCertificates } from "./certificates.js";
export { buildInfo } from "./process-events.js";
