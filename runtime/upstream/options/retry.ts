/** The values of the option `retry`, which the build and the runtime read alike. */

/** Failures after which a request may be repeated, beside statuses. */
export const troubles = ["connect", "timeout"] as const;

export type Trouble = (typeof troubles)[number];

/** The first attempt included. */
export const mostAttempts = 10;

export function isTroubleStatus(status: number): boolean {
  return Number.isInteger(status) && status >= 400 && status <= 599;
}

/** Methods that do the same however often they are sent (RFC 9110 §9.2.2). */
export function isRepeatable(method: string): boolean {
  return idempotent.has(method);
}

const idempotent: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "QUERY"]);

/** The field that makes any other request repeatable. */
export const idempotencyKey = "idempotency-key";
