import type { Trace } from "../../../../runtime/observe/trace/format.js";

const maxLength = 80;

/**
 * The path of a new test, after the method and the path of the API description: `tests/get-users-by-id.xml`. If it is
 * taken, a number follows.
 * @param isTaken whether there is a file, or another that a test would bring along
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

/**
 * Why a path cannot be that of a new test; `undefined` if it can. Only plain names are taken: they mean the same on
 * all systems, and cannot lead out of the flow directory.
 */
export function problemOfPath(path: string, isTaken: (path: string) => boolean): string | undefined {
  const parts = path.split("/");
  if (path.length > 200 || !parts.every((part) => /^[A-Za-z0-9_][\w.-]*$/.test(part) && !part.endsWith(".")))
    return "The path of a test has plain names, such as tests/get-user.xml, and is inside the flow directory.";
  if (!/.\.xml$/.test(path)) return "The name of a test ends with .xml.";
  if (parts.includes("node_modules")) return "Nothing in node_modules belongs to the app.";
  return isTaken(path) ? `There is a file ${path} already. Files are never overwritten.` : undefined;
}
