import { getConnInfo } from "hono/deno";
import { honoApp } from "./hono.js";

declare const Deno: {
  serve(
    options: { readonly port: number; readonly hostname: string; readonly onListen: () => void },
    handler: (request: Request, info: object) => Response | Promise<Response>,
  ): unknown;
};

const { PORT, HOST = "127.0.0.1" } = process.env;
Deno.serve({ port: Number(PORT), hostname: HOST, onListen: () => {} }, honoApp(getConnInfo).fetch);
