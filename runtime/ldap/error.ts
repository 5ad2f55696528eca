import { ResultCodeError } from "ldapts";
import { errorCode } from "../environment/error-code.js";

/** What went wrong, in words for the log: no password and no filter is in them. */
export class DirectoryError extends Error {
  override readonly name = "DirectoryError";
}

/** Words for any error of a session. Texts of servers and libraries stay out of the log: they may repeat the request. */
export function reasonOf(error: unknown): string {
  if (error instanceof DirectoryError) return error.message;
  if (error instanceof ResultCodeError)
    return `The directory answers with code ${error.code} (${error.name}).`;
  const code = errorCode(error);
  return `The connection failed${code && ` (${code})`}.`;
}
