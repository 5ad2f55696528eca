import * as engineErrors from "../../request/engine-errors.js";

/** The system error document, for a request that no flow answers. */
export function errorDocument(requestID: string, status: number, info: string): string {
  const { message, code } = kindOf(status);
  return JSON.stringify({ error: { message, status, requestID, info: [info], code } });
}

function kindOf(status: number): engineErrors.EngineErrorKind {
  if (status < 500) return engineErrors.inputValidation;
  return status === 503 ? engineErrors.limit : engineErrors.internal;
}
