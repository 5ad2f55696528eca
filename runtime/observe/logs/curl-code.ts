import { errorCode } from "../../base/timeout.js";

/** The code that cURL has for a failed connection; `undefined` if none fits. */
export function curlCode(thrown: unknown): number | undefined {
  const code = errorCode(thrown);
  return curlCodes.get(code) ?? (certificate.test(code) ? peerFailedVerification : undefined);
}

/** Codes of https://curl.se/libcurl/c/libcurl-errors.html */
export const operationTimedOut = 28;
/** The client has gone, so that nobody wants the response any more. */
export const aborted = 42;
const couldNotResolveHost = 6;
const couldNotConnect = 7;
const peerFailedVerification = 60;
const receiveError = 56;

const curlCodes: ReadonlyMap<string, number> = new Map([
  ["EAI_AGAIN", couldNotResolveHost],
  ["ENOTFOUND", couldNotResolveHost],
  ["ECONNREFUSED", couldNotConnect],
  ["EHOSTUNREACH", couldNotConnect],
  ["ENETUNREACH", couldNotConnect],
  ["ETIMEDOUT", operationTimedOut],
  ["UND_ERR_CONNECT_TIMEOUT", operationTimedOut],
  ["UND_ERR_HEADERS_TIMEOUT", operationTimedOut],
  ["UND_ERR_BODY_TIMEOUT", operationTimedOut],
  ["ECONNRESET", receiveError],
  ["UND_ERR_SOCKET", receiveError],
]);

const certificate = /CERT|^ERR_TLS_|^UNABLE_TO_/;
