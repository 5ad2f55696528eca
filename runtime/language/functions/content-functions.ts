import { counted } from "../../base/counted.js";
import type { Selection } from "../../data/model/values.js";
import { type Context, state } from "../../request/context.js";
import { alert } from "../../request/flow-errors.js";
import { contentInput, documentOf } from "../../request/locations/read-location.js";
import { isElsewhere, resolvePath } from "../../request/locations/resolve-path.js";

/** `content()`: the document node of the main content, or of the upstream response `id`. */
export function content($: Context, id = ""): Selection | undefined {
  return documentOf($, contentInput($, id));
}

/** `body()`: the text of the upstream response `id`; `""` if there is none. */
export function body($: Context, id = "main"): string {
  return $[state].contents?.get(id || "main")?.text ?? "";
}

/** Stands for a document whose location is not supported: the empty node-set. It is logged. */
export function noDocument($: Context, caller: string, location: string): undefined {
  alert($, caller, `${location} cannot be read here.`);
  return undefined;
}

/**
 * `file-exists()` with a URL that is known at run time only. Other URLs are logged, and yield false.
 * @param paths of all files and directories in the flow directory; those of directories end with a slash
 */
export const fileExists = /* @__PURE__ */ counted(
  { units: 2, call: 100 },
  ($: Context, paths: ReadonlySet<string>, url: string): boolean => {
    if (url === contentLocation) return hasContent($);
    if (url.startsWith(`${contentLocation}/`)) return hasContent($, url.slice(contentLocation.length + 1));
    if (url.startsWith("fit:") && !isElsewhere(url)) return hasPath(paths, url);
    alert($, "file-exists", `${JSON.stringify(url.slice(0, 100))} cannot be looked up.`);
    return false;
  },
);

const contentLocation = "fit://request/content";

/** Returns true if there is main content, or an upstream response `id`. */
export function hasContent($: Context, id = ""): boolean {
  const { main, contents } = $[state];
  return id === "" ? main !== undefined : contents?.has(id) === true;
}

/**
 * Returns true if a URL below `fit://site/` or `fit://project/` is a file or directory of the flow directory.
 */
export function hasPath(paths: ReadonlySet<string>, url: string): boolean {
  const path = resolvePath("", url);
  if (path === undefined) return false;
  return paths.has(`${path}/`) || (!url.endsWith("/") && paths.has(path));
}
