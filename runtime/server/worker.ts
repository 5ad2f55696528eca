/** The part of a Hono app that a worker needs. */
interface Application {
  fetch(request: Request, bindings?: object): Response | Promise<Response>;
}

/** The default export of a worker: nothing of the app but what the platform calls. */
export function worker(app: Application): Application {
  return { fetch: (request, bindings) => app.fetch(request, bindings) };
}
