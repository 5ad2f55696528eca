/**
 * The messages between the page of `flowc dev` and its server: JSON over HTTP, and events of the server
 * (SSE). All paths are below `/api`. Requests that change something carry the header field `x-flowc: 1`,
 * which no form and no page of another origin can send. Besides those of the types below: `PUT /secrets`
 * takes `{ shows: boolean }` and answers the state; `POST /har` reads a HAR, and answers
 * `{ keys: number[], left: number }`, where `left` says for how many requests there was no room;
 * `GET /explanations/FLOW2003` answers `{ text: string }`, which is what `flowc explain` prints. Every error
 * is `{ problem: string }`.
 * @module
 */
import type { Fields, Trace } from "../../../runtime/observe/trace/index.js";
import type { DrawnKind, PlacedBox, PlacedEdge } from "../../shared/map/outline.js";

/** `GET /state`, and the event `state`. */
export interface WorkbenchState {
  /** The name of the flow directory. */
  readonly directory: string;
  /** Where the app answers: `http://127.0.0.1:8080`. */
  readonly app: string;
  /** The last build, good or not. */
  readonly build: {
    readonly number: number;
    readonly isGood: boolean;
    /** The build that answers now; 0 before the first good one. */
    readonly serving: number;
    /** Milliseconds. */
    readonly took: number;
    readonly endpoints: number;
    readonly errors: number;
    readonly warnings: number;
  };
  /** True if values that let somebody in are kept from now on. */
  readonly showsSecrets: boolean;
  /** True if they may be kept: only where nothing but this machine reaches the page. */
  readonly maySecrets: boolean;
  /** True if there is no app, but a file of traces. */
  readonly isReplay: boolean;
  /** How much of this file is no trace, and why; empty if all is well. */
  readonly passedOver: string;
}

/** One row of the list. `GET /requests` answers `{ requests: RequestSummary[] }`, the newest last; the event
 *  `requests` carries those that are new or have changed, a few times a second at most. */
export interface RequestSummary {
  /** Unique in the session; a client may send two requests with one request ID. */
  readonly key: number;
  readonly id: string;
  readonly startedAt: number;
  readonly method: string;
  readonly target: string;
  readonly route: string;
  readonly flow: string;
  /** `undefined` while there is no answer. */
  readonly status: number | undefined;
  readonly duration: number | undefined;
  /** The number of upstream requests. */
  readonly upstream: number;
  /** The message of the error, if the flow ended with one. */
  readonly error: string | undefined;
  readonly isKept: boolean;
  /** True if it comes from a HAR or a trace that was read, not from the running app. */
  readonly isImported: boolean;
  readonly build: number;
}

/** The event `gone` carries `{ keys: number[] }`: requests that had to make room. */
export interface GoneRequests {
  readonly keys: readonly number[];
}

/** `GET /requests/:key` answers a `Trace`. `DELETE /requests` clears all that are not kept. `PUT /requests/:key/kept`
 *  takes `{ isKept: boolean }`. */
export type RequestDetail = Trace;

/** `POST /send` sends a request to the app, and answers `{ key: number }` once it is answered. */
export interface RequestToSend {
  readonly method: string;
  readonly target: string;
  readonly fields: Fields;
  /** As text or, with `isBase64`, as bytes. */
  readonly body?: string | undefined;
  readonly isBase64?: boolean;
  /** The character set that a text is sent in; UTF-8 if it is missing. */
  readonly charset?: string | undefined;
}

/** A line of a flow and a line of a module that belong together, both from 1. */
export interface LinkedLine {
  readonly flowLine: number;
  readonly module: string;
  readonly moduleLine: number;
}

/** `GET /source?file=users/get.xml&build=3` (the newest build, if there is no such number any more). */
export interface FlowSource {
  readonly file: string;
  readonly build: number;
  readonly text: string;
  /** The lines that have code, from 1. */
  readonly codeLines: readonly number[];
  /** Where each action is: from its tag to its end, from 1. */
  readonly actions: readonly {
    readonly place: string;
    readonly name: string;
    readonly line: number;
    readonly endLine: number;
  }[];
  /** The generated modules that have code of the flow. */
  readonly modules: readonly { readonly path: string; readonly text: string }[];
  readonly links: readonly LinkedLine[];
}

/** `GET /findings` answers `{ findings: WorkbenchFinding[] }`, and the event `findings` carries the same. */
export interface WorkbenchFinding {
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly message: string;
  /** Relative to the flow directory; empty if it belongs to no file. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The lines around it, as text. */
  readonly frame: string;
}

/** `GET /map?open=id&open=…` answers a graph that is laid out. Folders that are not open are one node each, where all
 *  nodes together are too many. With `focus=id`, it has only what this node reaches, and what reaches it. */
export interface MapGraph {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly MapNode[];
  readonly edges: readonly MapEdge[];
  /** The folders that are open, as far as there was room for them. */
  readonly open: readonly { readonly id: string; readonly label: string }[];
  /** How many nodes there are in all. */
  readonly total: number;
  /** How many operations are handlers, in words; missing if none is. */
  readonly share?: string;
}

/** `GET /map/search?text=…` answers `{ found: MapMatch[] }`: some nodes whose label has the text, whatever is open. */
export type MapMatch = Pick<MapNode, "id" | "kind" | "label">;

export interface MapNode extends PlacedBox {
  readonly id: string;
  readonly kind: DrawnKind;
  readonly label: string;
  /** The file behind it, if there is one. */
  readonly file?: string;
  /** For operations: `GET`, the path with the base path, and without it, as summaries of requests have it. */
  readonly method?: string;
  readonly path?: string;
  readonly route?: string;
  /** For flows that nothing calls, and for what an app says of itself: which of them it is. */
  readonly role?: string;
  /** For folders: how many nodes they stand for. */
  readonly count?: number;
  /** For operations that flows answer: whether a test of the directory has reached it; `undefined` if no test has run. */
  readonly isTested?: boolean;
}

export type MapEdge = PlacedEdge;

/** `POST /tests` with `{ key: number }` writes a test for a request, and answers where it is, or why it cannot be written. */
export type { SavedTest } from "../../recording/save-test/saved-test.js";

/** `POST /open` opens a file in the user's editor; line and column from 1. */
export interface OpenFile {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}
