/**
 * Requests whose URLs nobody reads in another way, which are most of them.
 * @module
 */

const plainHost = /^[a-z0-9._-]+(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?$/;

/** The name of the server that was plain last: most servers have one. */
let latestHost: string | undefined;

/** Returns true if no URL reads the host as another one, or leaves out its port. */
export function isPlainHost(host: string): boolean {
  if (host === latestHost) return true;
  const isPlain = plainHost.test(host);
  if (isPlain) latestHost = host;
  return isPlain;
}

/** The target that was plain last: whoever asks again has the same text. */
let latestTarget: string | undefined;

/**
 * Returns true if a target has only characters that URLs keep as they are. In paths, percent-encoding would have to be
 * decoded first.
 */
export function isPlainTarget(target: string): boolean {
  if (target === latestTarget) return true;
  const isPlain = plainTarget.test(target) && !(target.includes("/.") && dotSegment.test(target));
  if (isPlain) latestTarget = target;
  return isPlain;
}

const plainTarget = /^\/[!$&-;=@-[\]_a-z~]*(?:\?(?:[!$&-;=?-[\]_a-z~]*|[!$&(-;=?-[\]_a-z~%]*))?$/;
/** Looked for behind two characters that nearly no target has. */
const dotSegment = /\/\.\.?(?:[/?]|$)/;
