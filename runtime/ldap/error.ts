import { ResultCodeError } from "ldapts";
import { errorCode } from "../environment/error-code.js";

/** What went wrong. The message is for the log; it contains no passwords and no filters. */
export class DirectoryError extends Error {
  override readonly name = "DirectoryError";
}

/**
 * Words for any error while a directory is asked. Messages of servers and libraries stay out of the log: they may
 * repeat the request.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof DirectoryError) return error.message;
  if (error instanceof ResultCodeError)
    return `The directory answers with code ${error.code} (${error.name}).`;
  const code = errorCode(error);
  return `The connection failed${code && ` (${code})`}.`;
}
