export {
  type Body,
  type Fields,
  fieldValue,
  isUnread,
  type RequestMessage,
  type ResponseMessage,
} from "./exchange.js";
export {
  type ActionEvent,
  type BeginLine,
  type EndLine,
  type ErrorEvent,
  type FlowEvent,
  type LineBase,
  type MessageEvent,
  type Place,
  type ShownValue,
  type Trace,
  type TraceEvent,
  type TraceLine,
  traceVersion,
  type UpstreamEvent,
} from "./format.js";
export {
  type MatchedBy,
  type RecordedExchange,
  type RecordedLine,
  type RecordedUpstream,
  readableVersions,
  recordingVersion,
  type UnmatchedUpstream,
} from "./recording.js";
