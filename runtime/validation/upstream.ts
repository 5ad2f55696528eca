import type { Bytes } from "../http/body-bytes.js";
import { type Form, readForm } from "../http/form.js";
import { statusesWithoutContent } from "../http/methods.js";
import { preferred } from "../http/preferred-example.js";
import type { Context } from "../request/context.js";
import {
  type EngineErrorKind,
  upstreamRequestValidation,
  upstreamResponseValidation,
  upstreamSecurity,
} from "../request/engine-errors.js";
import { alert } from "../request/flow-errors.js";
import { RequestFailure } from "../upstream/failure.js";
import type { CheckMode } from "../upstream/plan/read-options.js";
import {
  type CheckedRequest,
  compilePaths,
  type FoundOperation,
  findOperation,
  type UpstreamApi,
  type UpstreamPath,
} from "../upstream/plan/upstream-api.js";
import type { UpstreamResponse } from "../upstream/upstream-messages.js";
import { responseViolation } from "./checked-response.js";
import type { Contract, Credential } from "./contract.js";
import {
  contentViolation,
  encodedViolation,
  formViolation,
  isEncoded,
  wholePayload,
} from "./message-content.js";
import { type ParameterSource, parameterViolations } from "./parameters.js";
import { RequestParameters } from "./request-parameters.js";
import { closedText, type Violation } from "./violation.js";

/** The API description of an upstream system. The most specific paths must come first. */
export function upstreamApi(basePath: string, paths: readonly UpstreamPath<Contract>[]): UpstreamApi {
  const compiled = compilePaths(basePath, paths);
  return {
    async exchange($, id, plan, { request, security, response, isMocked, verdicts }, send) {
      const found = findOperation(compiled, plan);
      const form = requestForm(plan);
      const parameters = requestParameters(plan, found, form);
      const settle = (kind: EngineErrorKind, mode: CheckMode, problems: readonly string[]): void => {
        const message = kind === upstreamResponseValidation ? "response" : "request";
        verdicts[message] = problems.length === 0 && verdicts[message] !== false;
        report($, id, kind, mode, problems);
      };
      if (request !== false)
        settle(upstreamRequestValidation, request, requestProblems(found, plan, parameters, form));
      if (security !== false && found.contract?.credentials !== undefined)
        settle(upstreamSecurity, security, missingCredentials(found.contract.credentials, parameters));
      const answer = isMocked ? mocked(found.contract, plan) : await send();
      if (response !== false)
        settle(upstreamResponseValidation, response, responseProblems(found, plan, answer));
      return answer;
    },
  };
}

/** @throws RequestFailure unless problems are only reported */
function report(
  $: Context,
  id: string,
  kind: EngineErrorKind,
  mode: CheckMode,
  problems: readonly string[],
): void {
  if (problems.length === 0) return;
  if (mode === true) throw new RequestFailure(problems, kind.status, kind);
  alert($, "validation", `${kind.message}: ${problems.join(" ")}`, { request: id });
}

function requestForm({ headers, body }: CheckedRequest): Form | undefined {
  const bytes = wholePayload(body);
  return bytes && readForm(bytes, headers.get("content-type"));
}

function requestParameters(
  { url, headers }: CheckedRequest,
  { parameters }: FoundOperation<Contract>,
  form: Form | undefined,
): RequestParameters {
  return new RequestParameters({
    path: url.pathname,
    query: url.search.slice(1),
    headers,
    form: form?.fields ?? [],
    pathFields: () => parameters,
  });
}

function requestProblems(
  { contract, problem }: FoundOperation<Contract>,
  { headers, body }: CheckedRequest,
  parameters: RequestParameters,
  form: Form | undefined,
): readonly string[] {
  if (contract === undefined) return [problem];
  const ofParameters = parameterViolations(contract.parameters ?? [], parameters);
  const ofBody = bodyViolation(contract, headers, wholePayload(body), form);
  return [...ofParameters, ...(ofBody === undefined ? [] : [ofBody])].map(closedText);
}

function bodyViolation(
  { parameters = [], body }: Contract,
  headers: CheckedRequest["headers"],
  payload: Bytes | undefined,
  form: Form | undefined,
): Violation | undefined {
  const takesForm = parameters.some(({ place }) => place === "formData");
  const contract = body ?? (takesForm ? {} : undefined);
  if (contract === undefined) return undefined;
  if (payload?.length && isEncoded(headers)) return encodedViolation;
  const mediaType = headers.get("content-type");
  const found = contentViolation(contract, { mediaType, payload, form, isRequest: true });
  return found ?? (takesForm && payload?.length ? formViolation(contract, mediaType, form) : undefined);
}

/** Returns the faults of a response, and its status, which may explain it. */
function responseProblems(
  { contract, problem }: FoundOperation<Contract>,
  { method }: CheckedRequest,
  { status, statusText, headers, body }: UpstreamResponse,
): readonly string[] {
  const hasContent = method !== "HEAD" && !statusesWithoutContent.has(status);
  const message = { mediaType: headers.get("content-type") ?? undefined, payload: wholePayload(body) };
  const found =
    contract?.responses && responseViolation(contract.responses, status, hasContent ? message : undefined);
  const told = contract === undefined ? problem : found && closedText(found);
  return told === undefined ? [] : [told, `Upstream status: ${status} ${statusText}`.trim()];
}

function mocked(contract: Contract | undefined, { url, headers }: CheckedRequest): UpstreamResponse {
  const example = preferred(contract?.examples ?? [], headers.get("accept"));
  if (example === undefined) throw new RequestFailure("The definition has no example of this response.", 500);
  const { mediaType, text } = example;
  return {
    url: url.href,
    status: 200,
    statusText: "OK",
    headers: new Headers({ "content-type": mediaType, mock: "true" }),
    cacheHit: false,
    isCoded: false,
    body: new TextEncoder().encode(text),
  };
}

/**
 * Returns the parts of the first list of credentials that a request lacks; none if it has all of any list.
 */
function missingCredentials(
  credentials: NonNullable<Contract["credentials"]>,
  source: ParameterSource,
): readonly string[] {
  const missing = credentials.map((all) => all.filter(({ place, name }) => !source.sent(place, name)));
  return missing.some((all) => all.length === 0) ? [] : (missing[0] ?? []).map(describe);
}

function describe({ scheme, place, name }: Credential): string {
  return `${titles[place]} Security (${scheme}): Missing ${place === "query" ? "query parameter" : place} ${name}`;
}

const titles = { header: "Header", query: "Query", cookie: "Cookie" } as const;
