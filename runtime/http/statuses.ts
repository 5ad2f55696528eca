/** Statuses of responses without content (RFC 9110 §15.3.5, §15.3.6, §15.4.5). */
export const statusesWithoutContent: ReadonlySet<number> = new Set([204, 205, 304]);
