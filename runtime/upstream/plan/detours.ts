import { RequestFailure } from "../failure.js";

/**
 * How many parts of a path lead elsewhere than they seem to. These are segments `.` and `..`, which a URL drops, for
 * `..` together with the segment before (WHATWG URL, "path state"), and backslashes, which it takes for slashes.
 * Servers decode `%2F` and `%5C` and cut off `;…` before they do the same, so these end a segment, too.
 */
export function pathDetours(path: string): number {
  return suspect.test(path) ? (path.replace(/[\t\n\r]+/g, "").match(detours)?.length ?? 0) : 0;
}

/** How many there are in the path of a URL. */
export function urlDetours(url: string): number {
  return suspect.test(url) ? pathDetours(url.replace(/[?#].*/s, "")) : 0;
}

/** @throws RequestFailure if there are more than the flow itself writes: the others come from its data */
export function refuseDetours(found: number, written = 0): void {
  if (found > written)
    throw new RequestFailure("The path of the request has a segment . or .., or a backslash.");
}

/** A quick test: most paths have nothing of the kind. URLs leave out tabs and line ends. */
const suspect = /[\t\n\r\\]|(?:\/|%2[Ff]|%5[Cc])(?:\.|%2[Ee])/;

/** At their ends, URLs leave out spaces and control characters, too. */
const detours = /\\|(?<=[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?=[/\\;]|%2f|%5c|%3b|[\0-\x20]*$)/gi;
