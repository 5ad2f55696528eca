import type { ApiRoute } from "../workbench.js";

interface FoundRoute {
  readonly route: ApiRoute;
  readonly params: ReadonlyMap<string, string>;
}

/** The route for a request; the methods that there are, if it is not one of them; `undefined` for other paths. */
export function findRoute(
  routes: readonly ApiRoute[],
  method: string,
  path: string,
): FoundRoute | readonly string[] | undefined {
  const found = routes.flatMap((route) => {
    const params = paramsOf(route.path, path);
    return params === undefined ? [] : [{ route, params }];
  });
  const asked = method === "HEAD" ? "GET" : method;
  return (
    found.find(({ route }) => route.method === asked) ??
    (found.length === 0 ? undefined : found.map(({ route }) => route.method))
  );
}

/** What a path has in place of the names in a pattern; `undefined` if it does not fit. */
function paramsOf(pattern: string, path: string): ReadonlyMap<string, string> | undefined {
  const params = new Map<string, string>();
  const parts = path.split("/");
  const wanted = pattern.split("/");
  for (const [index, want] of wanted.entries()) {
    if (want === "*") return params.set("*", parts.slice(index).join("/"));
    const part = parts[index];
    if (part === undefined) return undefined;
    if (!want.startsWith(":")) {
      if (want !== part) return undefined;
      continue;
    }
    const value = decoded(part);
    if (value === undefined || value === "") return undefined;
    params.set(want.slice(1), value);
  }
  return parts.length === wanted.length ? params : undefined;
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
