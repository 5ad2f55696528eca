const projectRoot = /^fit:\/\/(?:site|project)(?=\/)/;

/** Returns true if a path is a URL out of the flow directory, or a reference to one (RFC 3986 §4.2). */
export function isElsewhere(path: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(path) && !projectRoot.test(path);
}

/**
 * Resolves a path against the file that names it; `undefined` if it leaves the flow directory. `fit://site/…`,
 * `fit://project/…` and `/…` start at the top of the flow directory.
 */
export function resolvePath(from: string, path: string): string | undefined {
  const absolute = path.replace(projectRoot, "");
  const segments = absolute.startsWith("/") ? [] : from.split("/").slice(0, -1);
  for (const segment of absolute.split("/")) {
    if (segment === "..") {
      if (segments.pop() === undefined) return undefined;
    } else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return segments.join("/");
}
