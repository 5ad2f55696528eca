import { JsonDocument } from "../data/json/json-node.js";
import { type Field, FieldLimitError } from "../http/fields.js";
import { essence } from "../http/media-type.js";
import { statusesWithoutContent } from "../http/methods.js";
import type { Content } from "../request/content.js";
import { type Context, type Flow, type State, state } from "../request/context.js";
import * as engineErrors from "../request/engine-errors.js";
import { alert, engineError } from "../request/flow-errors.js";
import { readBody } from "../request/read-body.js";
import { responseViolation } from "./checked-response.js";
import { configuredMode } from "./configuration.js";
import type { BodyContract, Contract, Modes } from "./contract.js";
import { clientParameters } from "./declared-values.js";
import {
  contentViolation,
  encodedViolation,
  formViolation,
  isEncoded,
  type Message,
  wholePayload,
} from "./message-content.js";
import { parameterViolations } from "./parameters.js";
import { closedText, openText, type Violation } from "./violation.js";

/** Holds an operation to its contract: refuses bad requests with 3204, and replaces bad responses by 3205. */
export function validation(contract: Contract, modes: Modes): Flow {
  const { parameters = [] } = contract;
  const takesForm = parameters.some(({ place }) => place === "formData");
  const body = contract.body ?? (takesForm ? {} : undefined);

  return ($) => {
    const request = modes.request === "configured" ? configuredMode($, "request") : modes.request;
    const response = modes.response === "configured" ? configuredMode($, "response") : modes.response;
    if (response !== false) $[state].checkResponse = () => checkResponse($, contract, response === true);
    if (request === false) return;
    const check = () => refuse($, violationsIn($[state]), request === true);
    if (body !== undefined && isEncoded($[state].client.headers)) {
      if (request === true) offerNoEncoding($);
      refuse($, [encodedViolation], request === true, 415);
    }
    const reading = body && readBody($);
    return reading === undefined ? check() : reading.then(check);
  };

  function violationsIn(current: State): readonly Violation[] {
    try {
      const { body: sent } = current;
      const form = takesForm ? sent.form : undefined;
      const found = parameterViolations(parameters, clientParameters(current, form?.fields ?? noFields));
      if (body === undefined) return found;
      const ofForm = takesForm && sent.bytes ? formViolation(body, sent.mediaType, form) : undefined;
      const ofBody = contentViolation(body, clientMessage(current, body)) ?? ofForm;
      return ofBody === undefined ? found : [...found, ofBody];
    } catch (thrown) {
      if (thrown instanceof FieldLimitError) return [{ text: thrown.message }];
      throw thrown;
    }
  }
}

const noFields: readonly Field[] = [];

/** Tells the client to send content without an encoding (RFC 9110 §12.5.3). */
function offerNoEncoding($: Context): void {
  const { headers = new Map() } = $[state];
  $[state].headers = headers.set("accept-encoding", "identity");
}

function refuse(
  $: Context,
  violations: readonly Violation[],
  isStrict: boolean,
  status: number = engineErrors.inputValidation.status,
): void {
  $[state].events?.checked("request", violations.length === 0);
  if (violations.length === 0) return;
  const text = `Request validation failed: ${violations.map(closedText).join(" ")}`;
  alert($, "validation", text, isStrict ? { status, code: engineErrors.inputValidation.code } : undefined);
  if (isStrict) throw engineError($, engineErrors.inputValidation, violations.map(openText), status);
}

/**
 * The client's message. Its JSON is the one that `$body` is parsed from, and its form the one that flows read, so both
 * are parsed once.
 */
function clientMessage({ body }: State, { check, content }: BodyContract): Message {
  const { mediaType, bytes } = body;
  const isRead = check !== undefined || content !== undefined;
  const document = isRead && essence(mediaType) === "application/json" ? body.value : undefined;
  const json = document instanceof JsonDocument ? document.value : undefined;
  const text = json === undefined ? undefined : body.text;
  return { mediaType, payload: bytes, text, json, form: isRead ? body.form : undefined, isRequest: true };
}

function checkResponse($: Context, { responses }: Contract, isStrict: boolean): void {
  if (responses === undefined) return;
  const { main, method, status = main?.status ?? 200 } = $[state];
  const hasContent = method !== "HEAD" && !statusesWithoutContent.has(status);
  const found = responseViolation(responses, status, hasContent ? flowMessage(main) : undefined);
  $[state].events?.checked("response", found === undefined);
  if (found === undefined) return;
  const { status: refused, code } = engineErrors.responseValidation;
  const text = `Response validation failed: ${closedText(found)}`;
  alert($, "validation", text, isStrict ? { status: refused, code } : undefined);
  if (isStrict) throw engineError($, engineErrors.responseValidation, openText(found));
}

function flowMessage(main: Content | undefined): Message {
  const json = main?.source.kind === "json" ? main.source.value : undefined;
  return {
    mediaType: main?.mediaType,
    json,
    payload: json === undefined ? wholePayload(main?.payload) : undefined,
  };
}
