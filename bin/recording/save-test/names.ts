import type { Trace } from "../../../runtime/observe/trace/index.js";

const maxLength = 80;

/**
 * The path of a new test, after the method and the path of the API description: `tests/get-users-by-id.xml`. If it is
 * taken, a number follows.
 * @param isTaken returns true if there is a file, or another that a test would bring along
 */
export function testPath(
  { request, route, flow }: Pick<Trace, "request" | "route" | "flow">,
  isTaken: (path: string) => boolean,
): string {
  const words = [request.method, route || flow.replace(/\.xml$/, "")]
    .join("/")
    .replaceAll("{", "by-")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .toLowerCase()
    .slice(0, maxLength)
    .replace(/^-+|-+$/g, "");
  const name = words === "" ? "request" : words;
  for (let number = 1; ; number++) {
    const path = `tests/${name}${number === 1 ? "" : `-${number}`}.xml`;
    if (!isTaken(path)) return path;
  }
}
