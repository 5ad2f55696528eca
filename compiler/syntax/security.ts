import type { Span } from "../source/source-text.js";
import type { FlowReference } from "./flow.js";

/** A security scheme with `x-flow-jwt`. */
export interface JwtScheme {
  /** Its name in the API description. */
  readonly name: string;
  readonly token: TokenPlace;
  readonly key: Setting | KeySet;
  readonly algorithm: Setting;
  /** The claims that a token must have, with their values. */
  readonly claims: readonly { readonly name: string; readonly expected: Setting }[];
  readonly scopeClaim: string;
  /** The variable that takes the claims of the token, without its `$`. */
  readonly variable: string;
  /** The header field of upstream requests that carries the claims, in lower case. */
  readonly header: string | undefined;
  readonly challenges: boolean;
  readonly postCheckFlow: FlowReference | undefined;
}

export type TokenPlace = { readonly kind: "bearer" } | { readonly kind: "cookie"; readonly name: string };

/** A JSON Web Key Set at a URL. */
export interface KeySet {
  readonly kind: "key-set";
  readonly url: Setting;
  /** Seconds. */
  readonly timeToLive: number | undefined;
  readonly maxStale: number | undefined;
  readonly allowsHttp: boolean;
}

/** A text, or the environment variable that holds it. */
export type Setting =
  | { readonly kind: "text"; readonly span: Span; readonly text: string }
  | { readonly kind: "environment"; readonly span: Span; readonly name: string };

/** The requirement that a token must fulfil for a request to pass. */
export interface SecurityRequirement {
  readonly scheme: JwtScheme;
  readonly scopes: readonly string[];
}

/** Requirements that must all be met. An empty list is always met. */
export type SecurityAlternative = readonly SecurityRequirement[];
