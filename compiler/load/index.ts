import type { Reporter } from "../diagnostics/reporter.js";
import type { Language } from "../language/language.js";
import { parseFlow } from "../parse/flow/flow.js";
import { parseOpenApi } from "../parse/openapi/openapi.js";
import { type Files, resolvePath } from "../source/files.js";
import type { FlowReference } from "../syntax/flow.js";
import type { AppFlow } from "../syntax/flow-summary.js";
import type { ApiDescription } from "../syntax/openapi.js";
import type { JwtScheme } from "../syntax/security.js";
import { loadDescription } from "./description.js";
import { FlowLoader, type FlowReader } from "./flows.js";
import { linkRoutes, type Route, requiredSchemes, type TokenVariables, tokensByFlow } from "./routes.js";
import {
  readUpstreamDescription,
  type UpstreamDescription,
  upstreamDescriptions,
} from "./upstream-descriptions.js";

/** Functions that read files: a process that stays may remember what they have read. */
export interface Readers {
  readonly readFlow: FlowReader;
  readonly readDescription: typeof parseOpenApi;
  readonly readUpstream: typeof readUpstreamDescription;
}

export const ownReaders: Readers = {
  readFlow: parseFlow,
  readDescription: parseOpenApi,
  readUpstream: readUpstreamDescription,
};

/** A flow directory, parsed as a whole. */
export interface App {
  readonly files: Files;
  readonly api: ApiDescription;
  readonly routes: readonly Route[];
  /** The security schemes that any operation requires. */
  readonly securitySchemes: readonly JwtScheme[];
  /** All flows that are used, by their paths in the flow directory. */
  readonly flows: ReadonlyMap<string, AppFlow>;
  readonly initFlow: string | undefined;
  readonly errorFlow: string | undefined;
  /** `conf/flow.xml`: answers requests outside the base path. */
  readonly outsideFlow: string | undefined;
  /** `conf/config.xml`: decides, before validation, what is validated. */
  readonly configFlow: string | undefined;
  /** The flows of paths and operations. */
  readonly operationFlows: ReadonlySet<string>;
  /** Flows that others call, or that run after the check of a token. */
  readonly calledFlows: ReadonlySet<string>;
  /** Flows that run after the check of a token, before the init flow. */
  readonly postCheckFlows: ReadonlySet<string>;
  /** Flows that others keep, and that run later, when anything may have been set. */
  readonly registeredFlows: ReadonlySet<string>;
  /** Variables that hold the claims of tokens. */
  readonly tokenVariables: ReadonlySet<string>;
  /** Those that the requests to the flow of an operation bring, by its path. */
  readonly tokensByFlow: ReadonlyMap<string, TokenVariables>;
  /** The API descriptions of upstream systems that requests may name, by path. */
  readonly upstreamDescriptions: ReadonlyMap<string, UpstreamDescription>;
  /** It consists of the tests of another app. */
  readonly isTests: boolean;
  /** The flow file that a reference names. */
  flowPath(reference: FlowReference): string;
}

const outsideFlowPath = "conf/flow.xml";

/**
 * Reads the API description, and parses every file that it leads to. Returns `undefined` after reporting that
 * there is no description to read.
 */
export function load(
  files: Files,
  language: Language,
  reporter: Reporter,
  readers = ownReaders,
): App | undefined {
  const api = loadDescription(files, language, reporter, readers);
  if (api === undefined) return undefined;
  const routes = linkRoutes(api, reporter);
  const flows = new FlowLoader(files, language, reporter, readers.readFlow);
  const entry = (reference: FlowReference | undefined) => reference && flows.reference(reference);
  for (const route of routes) for (const { flow } of route.operations) entry(flow);
  const initFlow = entry(api.initFlow);
  const errorFlow = entry(api.errorFlow);
  const outsideFlow = flows.load(outsideFlowPath) ? outsideFlowPath : undefined;
  const configFlow = api.validation && flows.add(api.validation);
  const securitySchemes = requiredSchemes(routes);
  const postCheckFlows = securitySchemes.map(({ postCheckFlow }) => flows.call(postCheckFlow));
  return {
    files,
    api,
    routes,
    securitySchemes,
    flows: flows.loaded,
    initFlow,
    errorFlow,
    outsideFlow,
    configFlow,
    operationFlows: new Set(routes.flatMap(({ operations }) => operations.map(({ flow }) => flowPath(flow)))),
    calledFlows: flows.called,
    isTests: false,
    registeredFlows: new Set(),
    postCheckFlows: new Set(postCheckFlows.filter((path) => path !== undefined)),
    tokenVariables: new Set(securitySchemes.map(({ variable }) => variable)),
    tokensByFlow: tokensByFlow(routes, flowPath),
    upstreamDescriptions: upstreamDescriptions(flows.loaded.values(), files, readers.readUpstream),
    flowPath,
  };
}

function flowPath({ span, src, proxy, isMocked }: FlowReference): string {
  return proxy || isMocked ? src : (resolvePath(span.source.base, src) ?? src);
}

export { descriptionNames } from "../parse/openapi/document/version.js";
export { isTest } from "./is-test.js";
export type { RouteOperation } from "./routes.js";
