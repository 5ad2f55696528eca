import { isElsewhere, resolvePath } from "./files.js";

/**
 * The place that a location refers to. Locations are written in `in` and `out`, and as arguments of functions
 * such as `json-doc()`.
 */
export type Place =
  /** A path in the flow directory. The file need not exist. */
  | { readonly kind: "file"; readonly path: string }
  /** A path that leaves the flow directory. */
  | { readonly kind: "outside" }
  /** The response of the upstream request with this ID, or the main content where it is empty. */
  | { readonly kind: "content"; readonly id: string }
  /** The body of the client's request. */
  | { readonly kind: "body" }
  /** Always the document `<empty/>`. */
  | { readonly kind: "empty" }
  /** A document that actions store while a request runs. */
  | { readonly kind: "storage"; readonly name: string }
  | { readonly kind: "elsewhere" };

export const contentLocation = "fit://request/content";
const bodyLocation = "fit://request/request/body";
const emptyLocation = "fit://request/empty";
const storageLocation = /^fit:\/\/request\/([A-Za-z_][\w.-]*)$/;

/**
 * Finds out what a location refers to.
 * @param from the file that contains the location, where relative paths start
 */
export function placeOf(written: string, from: string): Place {
  if (written === bodyLocation) return { kind: "body" };
  if (written === emptyLocation) return { kind: "empty" };
  if (written === contentLocation || written.startsWith(`${contentLocation}/`))
    return { kind: "content", id: written.slice(contentLocation.length + 1) };
  const [, name] = storageLocation.exec(written) ?? [];
  if (name !== undefined) return { kind: "storage", name };
  if (isElsewhere(written)) return { kind: "elsewhere" };
  const path = resolvePath(from, written);
  return path === undefined ? { kind: "outside" } : { kind: "file", path };
}
