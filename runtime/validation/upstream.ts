import { RequestFailure } from "../actions/request-failure.js";
import type { RequestPlan } from "../actions/request-plan.js";
import type { UpstreamResponse } from "../actions/send.js";
import type { CheckMode, UpstreamApi } from "../actions/upstream-api.js";
import type { Context } from "../context.js";
import { alert, type EngineErrorKind, engineErrors } from "../errors.js";
import { formPairs } from "../form.js";
import { statusesWithoutContent } from "../response.js";
import { contentViolation, wholePayload } from "./content.js";
import type { Contract } from "./contract.js";
import { missingCredentials } from "./credentials.js";
import { fieldsOf, noFields, parameterViolations, RequestParameters } from "./parameters.js";
import { preferred } from "./preferred.js";
import { responseViolation } from "./response.js";
import { compilePaths, type FoundOperation, findOperation, type UpstreamPath } from "./upstream-paths.js";
import { closedText } from "./violation.js";

const { upstreamRequestValidation, upstreamResponseValidation, upstreamSecurity } = engineErrors;

/** An API description of an upstream system; the most specific paths come first. */
export const upstreamApi = (basePath: string, paths: readonly UpstreamPath[]): UpstreamApi => {
  const compiled = compilePaths(basePath, paths);
  return {
    async exchange($, plan, { request, security, response, isMocked }, send) {
      const found = findOperation(compiled, plan);
      const parameters = requestParameters(plan, found);
      if (request !== false)
        settle($, upstreamRequestValidation, request, requestProblems(found, plan, parameters));
      if (security !== false && found.contract?.credentials !== undefined)
        settle($, upstreamSecurity, security, missingCredentials(found.contract.credentials, parameters));
      const answer = isMocked ? mocked(found.contract, plan) : await send();
      if (response !== false)
        settle($, upstreamResponseValidation, response, responseProblems(found, plan, answer));
      return answer;
    },
  };
};

/** @throws RequestFailure, unless problems are to be reported only */
const settle = ($: Context, kind: EngineErrorKind, mode: CheckMode, problems: readonly string[]): void => {
  if (problems.length === 0) return;
  if (mode === true) throw new RequestFailure(problems, kind.status, kind);
  alert($, "validation", `${kind.message}: ${problems.join(" ")}`);
};

const requestParameters = ({ url, headers, body }: RequestPlan, { parameters }: FoundOperation) => {
  const bytes = wholePayload(body);
  const pairs = bytes && formPairs(bytes, headers.get("content-type"), true);
  return new RequestParameters({
    query: url.search.slice(1),
    headers,
    form: pairs === undefined ? noFields : fieldsOf(pairs),
    pathParameters: () => parameters,
  });
};

const requestProblems = (
  { contract, problem }: FoundOperation,
  { headers, body }: RequestPlan,
  parameters: RequestParameters,
): readonly string[] => {
  if (contract === undefined) return [problem];
  const ofParameters = parameterViolations(contract.parameters ?? [], parameters);
  const message = { mediaType: headers.get("content-type"), payload: wholePayload(body) };
  const ofBody = contract.body && contentViolation(contract.body, message);
  return [...ofParameters, ...(ofBody === undefined ? [] : [ofBody])].map(closedText);
};

/** The status may explain what is wrong, so it is told, too. */
const responseProblems = (
  { contract, problem }: FoundOperation,
  { method }: RequestPlan,
  { status, statusText, headers, body }: UpstreamResponse,
): readonly string[] => {
  const hasContent = method !== "HEAD" && !statusesWithoutContent.has(status);
  const message = { mediaType: headers.get("content-type") ?? undefined, payload: wholePayload(body) };
  const found =
    contract?.responses && responseViolation(contract.responses, status, hasContent ? message : undefined);
  const told = contract === undefined ? problem : found && closedText(found);
  return told === undefined ? [] : [told, `Upstream status: ${status} ${statusText}`.trim()];
};

const mocked = (contract: Contract | undefined, { url, headers }: RequestPlan): UpstreamResponse => {
  const example = preferred(contract?.examples ?? [], headers.get("accept"));
  if (example === undefined) throw new RequestFailure("The definition has no example of this response.", 500);
  const { mediaType, text } = example;
  return {
    url: url.href,
    status: 200,
    statusText: "OK",
    headers: new Headers({ "content-type": mediaType, mock: "true" }),
    cacheHit: false,
    body: new TextEncoder().encode(text),
  };
};
