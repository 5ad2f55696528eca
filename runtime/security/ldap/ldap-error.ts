import { BusyError, ResultCodeError, UnavailableError } from "ldapts";
import { errorCode } from "../../base/timeout.js";

/** The fault that occurred. The message is for the log; it contains no passwords and no filters. */
export class DirectoryError extends Error {
  override readonly name = "DirectoryError";

  /** @param lasts true if it is the directory's, so that it will meet other requests, too */
  constructor(
    message: string,
    readonly lasts = false,
  ) {
    super(message);
  }
}

/** Returns true if an error will meet other requests, too, whatever they ask. */
export function isLasting(error: unknown): boolean {
  if (error instanceof DirectoryError) return error.lasts;
  return (
    !(error instanceof ResultCodeError) || error instanceof BusyError || error instanceof UnavailableError
  );
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
