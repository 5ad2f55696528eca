import type { Span } from "../source/source-text.js";
import type { FlowReference } from "./flow.js";

/** A security scheme with `x-flow-jwt`. */
export interface JwtScheme {
  /** Its name in the API description. */
  readonly name: string;
  readonly token: TokenPlace;
  readonly key: Setting;
  readonly algorithm: Setting;
  /** Claims and the texts that they must have. */
  readonly claims: readonly { readonly name: string; readonly expected: Setting }[];
  readonly scopeClaim: string;
  /** Without its `$`. */
  readonly variable: string;
  /** The field of upstream requests that carries the claims, at lower case. */
  readonly header: string | undefined;
  readonly postCheckFlow: FlowReference | undefined;
}

export type TokenPlace = { readonly kind: "bearer" } | { readonly kind: "cookie"; readonly name: string };

/** A text, wherever it was written; or a variable of the environment that has it. */
export type Setting =
  | { readonly kind: "text"; readonly span: Span; readonly text: string }
  | { readonly kind: "environment"; readonly span: Span; readonly name: string };

/** What a token has to be for a request to pass. */
export interface SecurityRequirement {
  readonly scheme: JwtScheme;
  readonly scopes: readonly string[];
}

/** Requirements that have to be met together. None are always met. */
export type SecurityAlternative = readonly SecurityRequirement[];
