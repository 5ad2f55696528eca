import { preferred } from "../../http/preferred-example.js";
import { state } from "../../request/context.js";
import { RequestFailure } from "../../upstream/failure.js";
import { stringOption } from "../../upstream/plan/read-options.js";
import {
  type CheckedRequest,
  type CompiledPath,
  compilePaths,
  findOperation,
  type UpstreamApi,
  upstreamChecks,
} from "../../upstream/plan/upstream-api.js";
import type { UpstreamResponse } from "../../upstream/upstream-messages.js";
import type { MockedOperation, UpstreamMock } from "./upstream-mock.js";

type Paths = readonly CompiledPath<MockedOperation>[];

/** By the names that requests give to descriptions. */
let mocks: ReadonlyMap<string, Paths> = new Map();

export function startMocking(all: readonly UpstreamMock[]): void {
  mocks = new Map(all.map(({ name, basePath, paths }) => [name, compilePaths(basePath, paths)]));
}

/** The checks of a request. A mock answers if the request names a description that is mocked. */
export const mockedChecks: typeof upstreamChecks = ($, options, unset) => {
  const checks = upstreamChecks($, options, unset);
  const name = stringOption(options, "definition");
  const { definitions = {} } = $[state].facilities;
  const api = name !== undefined && Object.hasOwn(definitions, name) ? definitions[name] : undefined;
  const paths = name === undefined ? undefined : mocks.get(name);
  if (name === undefined || paths === undefined || api === undefined) return checks;
  return { ...(checks ?? unchecked), api: mocked(api, name, paths), isMocked: true, verdicts: {} };
};

const unchecked = { request: false, security: false, response: false } as const;

/** Checks requests and responses as the description does, and answers with its examples. */
function mocked(api: UpstreamApi, name: string, paths: Paths): UpstreamApi {
  return {
    exchange: ($, id, sent, checks) =>
      api.exchange($, id, sent, { ...checks, isMocked: false }, async () => answered(name, paths, sent)),
  };
}

/** @throws RequestFailure */
function answered(definition: string, paths: Paths, sent: CheckedRequest): UpstreamResponse {
  const { url, method, headers } = sent;
  const { contract: operation } = findOperation(paths, sent);
  const accept = headers.get("accept");
  const example = preferred(operation?.examples ?? [], accept);
  if (operation === undefined || (operation.examples !== undefined && example === undefined)) {
    const asked = operation?.examples?.length ? ` for Accept: ${accept}` : "";
    throw new RequestFailure(
      `${definition} has no example of a response to ${method} ${url.pathname}${asked}.`,
      501,
    );
  }
  const hasBody = example !== undefined && method !== "HEAD";
  return {
    url: url.href,
    status: operation.status,
    statusText: "",
    headers: new Headers(example && { "content-type": example.mediaType }),
    cacheHit: false,
    isCoded: false,
    body: new TextEncoder().encode(hasBody ? example.text : ""),
  };
}
