/**
 * A path that a file names, relative to that file; `undefined` where it leaves the flow directory.
 * `fit://site/…` and `/…` start at the top of the flow directory.
 */
export function resolvePath(from: string, path: string): string | undefined {
  const absolute = path.replace(/^fit:\/\/site(?=\/)/, "");
  const segments = absolute.startsWith("/") ? [] : from.split("/").slice(0, -1);
  for (const segment of absolute.split("/")) {
    if (segment === "..") {
      if (segments.pop() === undefined) return undefined;
    } else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return segments.join("/");
}
