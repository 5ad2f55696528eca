/**
 * Errors that end flows, and those that the engine itself raises: code, default status and message. Each of these is a
 * value of its own, so that an app has only those inside that it can raise.
 * @module
 */
import type { JsonObject } from "../data/model/values.js";

/**
 * Ends the flows of a request once `$error` is set: by `failWith`, or thrown. The error flow or the system error
 * document follows. It is no `Error`: it never leaves the service, and a stack that nobody reads would cost more than the
 * rest of the action.
 */
export class FlowError {
  readonly document: JsonObject;

  constructor(document: JsonObject) {
    this.document = document;
  }

  get message(): string {
    return typeof this.document.message === "string" ? this.document.message : "FlowError";
  }

  get status(): number {
    return typeof this.document.status === "number" ? this.document.status : 500;
  }
}

export interface EngineErrorKind {
  readonly code: number;
  readonly status: number;
  readonly message: string;
  /** True if something was not even tried. */
  readonly isRefusal?: true;
}

export const upstreamConnection: EngineErrorKind = {
  code: 3201,
  status: 502,
  message: "Upstream Connection Failed",
};

export const inputValidation: EngineErrorKind = {
  code: 3204,
  status: 400,
  message: "Input Validation Failed",
};

export const upstreamRequestValidation: EngineErrorKind = {
  code: 3202,
  status: 400,
  message: "Upstream Request Validation Failed",
};

export const upstreamResponseValidation: EngineErrorKind = {
  code: 3203,
  status: 502,
  message: "Upstream Response Validation Failed",
};

export const responseValidation: EngineErrorKind = {
  code: 3205,
  status: 500,
  message: "Client response validation failed",
};

export const upstreamSecurity: EngineErrorKind = {
  code: 3207,
  status: 401,
  message: "Upstream Request Security Validation Failed",
};

export const breakerOpen: EngineErrorKind = {
  code: 3208,
  status: 503,
  message: "Upstream Breaker Open",
  isRefusal: true,
};

export const upstreamLimit: EngineErrorKind = {
  code: 3209,
  status: 503,
  message: "Upstream Limit Exceeded",
  isRefusal: true,
};

export const rateLimit: EngineErrorKind = {
  code: 3210,
  status: 429,
  message: "Rate Limit Exceeded",
  isRefusal: true,
};

export const security: EngineErrorKind = { code: 3206, status: 403, message: "Security violation" };

export const internal: EngineErrorKind = { code: 5001, status: 500, message: "Internal Server Error" };

/** The text by which a client learns of a fault. */
export const unprocessed = "The request could not be processed.";

export const limit: EngineErrorKind = { code: 5002, status: 503, message: "Limit Exceeded" };
