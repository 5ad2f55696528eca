/** Does the same as some of `flows/`, as a person would write it with `Bun.serve` alone. */
import { maxBodyBytes, type Order, price, reshaped, status } from "../by-hand/orders.js";
import { begin, limited, type Received, sent } from "./exchange.js";

interface Server {
  requestIP(request: Request): { readonly address: string } | null;
}

type Handler = (request: Request, server: Server) => Response | Promise<Response>;

declare const Bun: {
  serve(options: {
    readonly port: string | undefined;
    readonly hostname: string | undefined;
    readonly routes: Readonly<Record<string, Handler | Readonly<Record<string, Handler>>>>;
    readonly fetch: Handler;
  }): unknown;
};

function received(request: Request, server: Server): Received {
  return {
    began: begin(),
    method: request.method,
    url: request.url,
    field: (name) => request.headers.get(name),
    address: server.requestIP(request)?.address ?? "",
  };
}

function sendJson(of: Received, flow: string, value: unknown, status = 200): Response {
  return new Response(sent(of, flow, value, status), {
    status,
    headers: { "content-type": "application/json" },
  });
}

const { PORT, HOST } = process.env;
Bun.serve({
  port: PORT,
  hostname: HOST,
  routes: {
    "/api/status": (request, server) => sendJson(received(request, server), "status.xml", status()),
    "/api/price": (request, server) => {
      const of = received(request, server);
      const count = Number(new URL(request.url).searchParams.get("count"));
      return sendJson(of, "price.xml", price(count));
    },
    "/api/limit": (request, server) => {
      const of = received(request, server);
      const { searchParams, pathname } = new URL(request.url);
      const { value, status } = limited(of.began, Number(searchParams.get("limit")), pathname);
      return sendJson(of, "limit.xml", value, status);
    },
    "/api/orders": {
      POST: async (request, server) => {
        const of = received(request, server);
        if (Number(of.field("content-length")) > maxBodyBytes) return new Response(null, { status: 413 });
        return sendJson(of, "reshape.xml", reshaped((await request.json()) as Order));
      },
    },
  },
  fetch: () => new Response("Not Found", { status: 404 }),
});
