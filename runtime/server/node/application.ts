/** The part of a Hono app that a server needs. */
export interface Application {
  fetch(request: Request, bindings?: object): Response | Promise<Response>;
  /** The path as the router wants it. */
  getPath(request: Request): string;
  readonly routes?: readonly { readonly path: string; readonly handler?: unknown }[];
  readonly router: {
    match(
      method: string,
      path: string,
    ): readonly [handlers: readonly (readonly [readonly [unknown, unknown], unknown])[], ...unknown[]];
  };
}
