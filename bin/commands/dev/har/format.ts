/**
 * What flowc writes of an HTTP Archive: HAR 1.2. Names that begin with `_` are flowc's own, as the format allows.
 * @module
 */

import type { UpstreamEvent } from "../../../../runtime/observe/trace/format.js";

export interface Har {
  readonly log: {
    readonly version: "1.2";
    readonly creator: { readonly name: string; readonly version: string };
    readonly entries: readonly (HarRequestEntry | HarExchange)[];
  };
}

export interface HarPair {
  readonly name: string;
  readonly value: string;
}

interface HarEntry {
  readonly startedDateTime: string;
  /** Milliseconds: the sum of `timings`. */
  readonly time: number;
  readonly request: HarRequest;
  readonly response: HarResponse;
  readonly cache: Readonly<Record<string, never>>;
  /** Milliseconds. */
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
}

/** A request of a client. */
export interface HarRequestEntry extends HarEntry {
  readonly _flowc: OwnRequestData;
}

/** An exchange with an upstream system. It stands behind the client's request that it was made for. */
export interface HarExchange extends HarEntry {
  readonly timings: HarTimings;
  /** Why there is no response, or none that can be used. */
  readonly _error?: string;
  readonly _initiator: HarInitiator;
  /** The ID of the client's request: its `_flowc.id`. */
  readonly _parent: string;
  readonly _flowc: OwnExchangeData;
}

export interface HarTimings {
  readonly blocked: number;
  readonly connect: number;
  readonly send: number;
  readonly wait: number;
  readonly receive: number;
}

/** The place of the action in its flow. */
export interface HarInitiator {
  readonly type: "script";
  readonly url: string;
  /** From 0. */
  readonly lineNumber?: number;
}

interface HarMessage {
  readonly httpVersion: string;
  readonly cookies: readonly HarPair[];
  readonly headers: readonly HarPair[];
  readonly headersSize: number;
  readonly bodySize: number;
}

export interface HarRequest extends HarMessage {
  readonly method: string;
  readonly url: string;
  readonly queryString: readonly HarPair[];
  readonly postData?: { readonly mimeType: string; readonly text: string; readonly comment?: string };
}

export interface HarResponse extends HarMessage {
  /** 0 for requests without an answer. */
  readonly status: number;
  readonly statusText: string;
  readonly content: {
    readonly size: number;
    readonly mimeType: string;
    readonly text?: string;
    readonly encoding?: "base64";
    readonly comment?: string;
  };
  readonly redirectURL: string;
}

/** What flowc knows of bodies beyond the format. */
export interface OwnBodyData {
  readonly isRequestCut: boolean;
  readonly isRequestBase64: boolean;
  readonly isResponseCut: boolean;
}

interface OwnRequestData extends OwnBodyData {
  readonly id: string;
  readonly route: string;
  readonly flow: string;
  readonly hasSecrets: boolean;
}

interface OwnExchangeData extends OwnBodyData {
  readonly upstream: Omit<UpstreamEvent, "kind" | "request" | "response">;
}
