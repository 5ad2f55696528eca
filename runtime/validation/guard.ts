import { readBody } from "../actions/read-body.js";
import type { Content } from "../content.js";
import { type Context, type Flow, type State, state } from "../context.js";
import { alert, engineError, engineErrors } from "../errors.js";
import { formPairs } from "../form.js";
import { JsonDocument } from "../json-node.js";
import { essence } from "../media-type.js";
import { statusesWithoutContent } from "../response.js";
import { pathParameters } from "../route.js";
import { configuredMode } from "./configured.js";
import { contentViolation, type Message, wholePayload } from "./content.js";
import type { BodyContract, Contract, Modes } from "./contract.js";
import { type Fields, fieldsOf, noFields, parameterViolations, RequestParameters } from "./parameters.js";
import { responseViolation } from "./response.js";
import { closedText, openText, type Violation } from "./violation.js";

/** Holds an operation to its contract: refuses requests with 3204, and replaces responses with 3205. */
export const validation = (contract: Contract, modes: Modes): Flow => {
  const { parameters = [], body } = contract;
  const takesForm = parameters.some(({ place }) => place === "formData");

  return ($) => {
    const request = modes.request === "configured" ? configuredMode($, "request") : modes.request;
    const response = modes.response === "configured" ? configuredMode($, "response") : modes.response;
    if (response !== false) $[state].checkResponse = () => checkResponse($, contract, response === true);
    if (request === false) return;
    const settle = (violations: readonly Violation[]): void => refuse($, violations, request === true);
    if (body === undefined && !takesForm) {
      settle(parameterViolations(parameters, clientParameters($[state], noFields)));
      return;
    }
    return readBody($).then(() => {
      const source = clientParameters($[state], takesForm ? formFields($[state]) : noFields);
      const ofBody = body && contentViolation(body, clientMessage($[state], body));
      settle([...parameterViolations(parameters, source), ...(ofBody === undefined ? [] : [ofBody])]);
    });
  };
};

const refuse = ($: Context, violations: readonly Violation[], isStrict: boolean): void => {
  if (violations.length === 0) return;
  alert($, "validation", `Request validation failed: ${violations.map(closedText).join(" ")}`);
  if (isStrict) throw engineError($, engineErrors.inputValidation, violations.map(openText));
};

const clientParameters = ({ url, client, route }: State, form: Fields): RequestParameters =>
  new RequestParameters({
    query: url.query,
    headers: client.req.raw.headers,
    form,
    pathParameters: () => pathParameters(route, url.path),
  });

const formFields = ({ body }: State) =>
  fieldsOf((body.bytes && formPairs(body.bytes, body.mediaType, true)) ?? []);

/** JSON that `$body` is parsed from anyway is parsed once. */
const clientMessage = ({ body }: State, { check, content }: BodyContract): Message => {
  const { mediaType, bytes } = body;
  const isRead = check !== undefined || content !== undefined;
  const document = isRead && essence(mediaType) === "application/json" ? body.value : undefined;
  return { mediaType, payload: bytes, json: document instanceof JsonDocument ? document.value : undefined };
};

const checkResponse = ($: Context, { responses }: Contract, isStrict: boolean): void => {
  if (responses === undefined) return;
  const { main, method, status = main?.status ?? 200 } = $[state];
  const hasContent = method !== "HEAD" && !statusesWithoutContent.has(status);
  const found = responseViolation(responses, status, hasContent ? flowMessage(main) : undefined);
  if (found === undefined) return;
  alert($, "validation", `Response validation failed: ${closedText(found)}`);
  if (isStrict) throw engineError($, engineErrors.responseValidation, openText(found));
};

const flowMessage = (main: Content | undefined): Message => {
  const json = main?.source.kind === "json" ? main.source.value : undefined;
  return {
    mediaType: main?.mediaType,
    json,
    payload: json === undefined ? wholePayload(main?.payload) : undefined,
  };
};
