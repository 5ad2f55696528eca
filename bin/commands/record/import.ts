import { readFileSync, statSync } from "node:fs";
import { keptMessage, Masks, type SeenBody, unbounded } from "../../../runtime/observe/index.js";
import {
  type Body,
  isUnread,
  type RecordedExchange,
  type RequestMessage,
  type ResponseMessage,
  recordingVersion,
  type Trace,
  type UpstreamEvent,
} from "../../../runtime/observe/trace/index.js";
import { pseudonyms } from "../../../runtime/server/recording/black-box.js";
import { bytesOf } from "../../recording/body.js";
import { readHar } from "../../recording/har.js";
import { tracesIn } from "../../recording/reader.js";
import { type ExitCode, exitCodes, type Output } from "../../shared/surroundings.js";
import { memberOf, parsedJson } from "../../shared/values.js";
import { appendLines } from "./recording-file.js";
import type { RecordOptions } from "./run.js";

/** A larger file is not read: it is held as a whole. */
const maxBytes = 256 * 1024 * 1024;

/**
 * Writes the requests of a HAR, or of traces, as a recording.
 * @throws Error if there are none, or if a file cannot be read or written
 */
export async function runImport(
  file: string,
  { out, mask, keepSecrets }: Pick<RecordOptions, "out" | "mask" | "keepSecrets">,
  { stderr }: Output,
): Promise<ExitCode> {
  if (statSync(file).size > maxBytes) throw new Error(`${file} is larger than ${maxBytes / 1024 / 1024} MB.`);
  const names = new Set(mask.map((name) => name.toLowerCase()));
  const standIn = pseudonyms();
  const masks = (): Masks => new Masks(names, keepSecrets, standIn);
  const traces = await readTraces(readFileSync(file, "utf8"), masks);
  if (traces.length === 0)
    throw new Error(`${file} has no requests in a form that --import reads: HAR, or traces of flowc.`);
  appendLines(
    out,
    traces.map((trace) => exchangeOf(trace, masks())),
  );
  stderr(`recorded ${traces.length} exchanges\n`);
  return exitCodes.fine;
}

async function readTraces(content: string, masks: () => Masks): Promise<readonly Trace[]> {
  const whole = parsedJson(content);
  const { traces } =
    memberOf(whole, "log") === undefined
      ? await tracesIn(content)
      : readHar(whole, masks, Number.POSITIVE_INFINITY);
  return traces;
}

/** Traces may have been made with secrets. */
function exchangeOf(trace: Trace, masks: Masks): RecordedExchange {
  recordedOf(trace, masks); // a secret may stand before the message that tells that it is one
  return recordedOf(trace, masks);
}

function recordedOf(
  { id, startedAt, duration = 0, request, response, events, flow }: Trace,
  masks: Masks,
): RecordedExchange {
  const upstream = events.filter((event): event is UpstreamEvent => event.kind === "upstream");
  const asked = (sent: RequestMessage) => keptMessage({ ...sent, body: seen(sent.body) }, masks, unbounded);
  const answered = (got: ResponseMessage) => keptMessage({ ...got, body: seen(got.body) }, masks, unbounded);
  return {
    ...{ version: recordingVersion, kind: "exchange", id, startedAt, duration, request: asked(request) },
    upstream: upstream.map(({ at, timing, id: name, request: sent, response: received, failure }) => ({
      ...{ at, duration: timing.ended ?? 0, matchedBy: "engine", id: name, request: asked(sent) },
      ...(received && { response: answered(received) }),
      ...(failure !== undefined && { failure: masks.masked(failure) }),
    })),
    ...(response && { response: answered(response) }),
    // Nobody but an engine knows what it has asked for.
    ...(flow === "" && upstream.length === 0 && { isOneSided: true }),
  };
}

/** A body that was kept once. */
function seen(body: Body | undefined): SeenBody | undefined {
  if (body === undefined) return undefined;
  const bytes = isUnread(body) ? undefined : bytesOf(body);
  const { bytes: length = bytes?.length, isCut = false, isHidden } = body;
  return { bytes, length, isCut, isCoded: false, isHidden };
}
