import type { Contract } from "./contract.js";
import { contentViolation, type Message } from "./message-content.js";
import type { Violation } from "./violation.js";

/**
 * Returns the fault of a response, if it has one.
 * @param message undefined if the response has no content by definition, so that only its status counts
 */
export function responseViolation(
  responses: NonNullable<Contract["responses"]>,
  status: number,
  message: Message | undefined,
): Violation | undefined {
  const contract = responses[status] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses.default;
  if (contract === undefined) return { text: `No definition for status code ${status} and no 'default'.` };
  return message && contentViolation(contract, message);
}
