import { type Handler, Hono } from "hono";

/** The part of a Hono app that tests call. */
export interface Application {
  readonly routes: readonly { readonly path: string; readonly handler: Handler }[];
  fetch(request: Request, bindings?: object): Response | Promise<Response>;
  readonly router: { match(method: string, path: string): readonly unknown[] };
}

/** The path pattern that answers a request, as Hono has it; empty if there is none. */
export function routeOf(app: Application, method: string, path: string): string {
  const [found = []] = app.router.match(method, path) as readonly [
    (readonly (readonly [readonly [unknown, { readonly path: string }], unknown])[])?,
  ];
  return found[0]?.[0][1].path ?? "";
}

/** Calls the handler of a path with a request whose own path may be any. */
export async function callRoute(
  app: Application,
  path: string,
  request: Request,
  bindings: object,
): Promise<Response> {
  const route = app.routes.find((each) => each.path === path);
  if (route === undefined) throw new Error(`There is no route ${path}.`);
  return new Hono().all("*", route.handler).fetch(request, bindings);
}
