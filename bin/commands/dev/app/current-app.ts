import type { Application } from "../../../../runtime/server/node/request-listener.js";

/** Stands for the app of the last good build. A request stays with the app that it began with. */
export class CurrentApp implements Application {
  #app: Application | undefined;

  /** New requests go to this app from now on. */
  swap(app: Application): void {
    this.#app = app;
  }

  readonly fetch: Application["fetch"] = (request, bindings) => this.#current.fetch(request, bindings);

  readonly getPath: Application["getPath"] = (request) => this.#current.getPath(request);

  readonly router: Application["router"] = {
    match: (method, path) => this.#current.router.match(method, path),
  };

  get #current(): Application {
    if (this.#app === undefined) throw new Error("There is no app yet."); // the gate lets no request pass
    return this.#app;
  }
}
