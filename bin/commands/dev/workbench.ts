import type { Masks, SecretNames } from "../../../runtime/observe/index.js";
import type { Trace } from "../../../runtime/observe/trace/index.js";
import type {
  FlowSource,
  MapGraph,
  MapMatch,
  RequestSummary,
  RequestToSend,
  SavedTest,
  WorkbenchFinding,
  WorkbenchState,
} from "./api.js";
import type { Variables } from "./settings/environment.js";

/** A session of `flowc dev`, as the handlers of its API see it. */
export interface Workbench {
  /** The flow directory: an absolute path without links. */
  readonly directory: string;
  /** Where the app answers: `http://127.0.0.1:8080`. */
  readonly app: string;
  readonly requests: Requests;
  /** The environment of the app. */
  readonly variables: Variables;
  state(): WorkbenchState;
  /** Returns the findings of the last build. */
  findings(): readonly WorkbenchFinding[];
  /** The files that the last good build has read, relative to the directory. */
  written(): ReadonlySet<string>;
  /** Sends a request to the app. Resolves to its key once it is answered. */
  send(request: RequestToSend): Promise<number>;
  /** Asks the thread that compiles, so that this one goes on serving. */
  readonly ask: Ask;
  /** Sets whether values that let somebody in are kept from now on. Throws if they must not be. */
  showSecrets(shows: boolean): void;
  /** Returns the masks for the secrets of one request, as they are set now. */
  masks(): Masks;
}

/** The questions to the thread that compiles. Arguments and answers are cloned on their way. */
export interface Questions {
  /** The text of a flow as a build read it, the modules that were made of it, and the lines that belong together. */
  source(asked: { readonly file: string; readonly build: number }): FlowSource | undefined;
  /** The API description as JSON for clients that reach the app below a path. */
  description(path: string): string | undefined;
  /** Saves a request as a test, which is tried before. */
  saveTest(test: {
    readonly trace: Trace;
    readonly environment: Variables;
    readonly secretNames: SecretNames;
  }): SavedTest;
  /** `missing` is the sentence about what there has to be for a map. */
  map(view: MapView): MapGraph | { readonly missing: string } | undefined;
  /** The nodes whose labels have a text. */
  searchMap(text: string): readonly MapMatch[];
}

export type Ask = <N extends keyof Questions>(
  question: N,
  argument: Parameters<Questions[N]>[0],
) => Promise<ReturnType<Questions[N]>>;

/** The part of the map that the page asks for. */
export interface MapView {
  /** IDs of folders. */
  readonly open: readonly string[];
  /** The ID of a node. */
  readonly focus: string | undefined;
}

/** The requests of a session. The oldest make room for new ones; their traces must not be changed. */
export interface Requests {
  /** The newest last. */
  list(): readonly RequestSummary[];
  summary(key: number): RequestSummary | undefined;
  trace(key: number): Trace | undefined;
  /** Keeps a request, or no longer. Returns whether there is such a request, and room for one more that is kept. */
  keep(key: number, isKept: boolean): boolean;
  /** Removes all that are not kept. */
  clear(): void;
  /** Adds a request that the running app has not answered. Returns its key. */
  import(trace: Trace): number;
}

/** A request to the API, which came from the page. */
export interface ApiRequest {
  /** By the names in the path of the route, such as `key` for `/requests/:key`. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The body as JSON. Throws an `ApiError` if it is none, or if it is too large. */
  json(): Promise<unknown>;
}

/** JSON, or a text or bytes with a media type of its own. */
export type Answer =
  | { readonly status?: number; readonly json: unknown }
  | {
      readonly status?: number;
      readonly text: string | Uint8Array;
      readonly type: string;
      readonly fields?: Readonly<Record<string, string>>;
    };

type Handler = (request: ApiRequest, workbench: Workbench) => Answer | Promise<Answer>;

/** A route of the API: `start/routes.ts` lists all of them. */
export interface ApiRoute {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Such as `/api/requests/:key`. */
  readonly path: string;
  readonly handle: Handler;
}

/** An error that is answered as `{ "problem": … }`. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}
