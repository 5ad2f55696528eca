/**
 * The URLs at which upstream systems say that they are well, by `health` in `x-flow-upstreams`. An app names them when it
 * is loaded; the admin port asks them.
 * @module
 */

const sources: (() => readonly string[])[] = [];

/** @param urls is called each time: the environment says where systems are */
export function nameHealthUrls(urls: () => readonly string[]): void {
  sources.push(urls);
}

export function healthUrls(): readonly string[] {
  return sources.flatMap((urls) => urls());
}
