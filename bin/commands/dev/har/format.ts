/**
 * What flowc writes of an HTTP Archive: HAR 1.2. Names that begin with `_` are flowc's own, as the format allows.
 * @module
 */

export interface Har {
  readonly log: {
    readonly version: "1.2";
    readonly creator: { readonly name: string; readonly version: string };
    readonly entries: readonly HarEntry[];
  };
}

export interface HarPair {
  readonly name: string;
  readonly value: string;
}

export interface HarEntry {
  readonly startedDateTime: string;
  /** Milliseconds. */
  readonly time: number;
  readonly request: HarRequest;
  readonly response: HarResponse;
  readonly cache: Readonly<Record<string, never>>;
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
  readonly _flowc: OwnData;
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

/** What flowc knows beyond the format. */
export interface OwnData {
  readonly id: string;
  readonly route: string;
  readonly flow: string;
  readonly hasSecrets: boolean;
  readonly isRequestCut: boolean;
  readonly isRequestBase64: boolean;
  readonly isResponseCut: boolean;
}
