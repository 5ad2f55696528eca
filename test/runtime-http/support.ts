import { Hono } from "hono";
import { type Flow, respond, type ServiceOptions, service, type Value } from "../../runtime/index.js";

/** An app with one flow for every path and method below `/api`. */
export function appOf(flow: Flow, options: Partial<ServiceOptions> = {}): Hono {
  const app = new Hono();
  const flows = service({ basePath: "/api", ...options });
  app.all(...flows.path("/**", { "*": flow }));
  app.notFound(flows.notFound);
  return app;
}

/** An app that answers with what `read` makes of its variables. */
export const show = (read: ($: Parameters<Flow>[0]) => Value | null): Hono =>
  appOf(($) => respond($, (read($) as Parameters<typeof respond>[1] | undefined) ?? null));

/** Sets variables of the environment while `action` runs. */
export async function withEnv<T>(
  variables: Readonly<Record<string, string>>,
  action: () => Promise<T>,
): Promise<T> {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  try {
    return await action();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}
