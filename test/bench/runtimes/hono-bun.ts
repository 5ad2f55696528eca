import { getConnInfo } from "hono/bun";
import { honoApp } from "./hono.js";

declare const Bun: {
  serve(options: {
    readonly port: string | undefined;
    readonly hostname: string | undefined;
    readonly fetch: (request: Request, server: object) => Response | Promise<Response>;
  }): unknown;
};

const { PORT, HOST } = process.env;
Bun.serve({ port: PORT, hostname: HOST, fetch: honoApp(getConnInfo).fetch });
