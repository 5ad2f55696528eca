/** The two APIs that `fixtures/aggregator` calls. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { type RunningServer, received, reply, upstream } from "./servers.js";
import type { Surroundings } from "./surroundings.js";

export const credentials = "reporter:s3cret";
export const photo = Uint8Array.from({ length: 256 }, (_, index) => 255 - index);

/** Answers "together" only if both sides wait at the same time. This proves that requests run in parallel. */
class Meeting {
  #waiting: (() => void) | undefined;

  async join(): Promise<boolean> {
    if (this.#waiting !== undefined) {
      this.#waiting();
      this.#waiting = undefined;
      return true;
    }
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#waiting = undefined;
        resolve(false);
      }, 10_000);
      this.#waiting = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }
}

const users: Readonly<Record<string, object>> = {
  "1": { id: 1, name: "Ada", email: "ada@example.org", customerNumber: "C-1", password: "secret" },
  "2": { id: 2, name: "Bob", email: null, customerNumber: "C-2" },
  "3": { id: 3, name: "Cleo", customerNumber: "C-3" },
  "4": { id: 4, name: "Dan", customerNumber: "C-4" },
  "5": { id: 5, name: "Eve", customerNumber: "C-5" },
};

const xml: Readonly<Record<string, string>> = {
  "1": `<?xml version="1.0"?><user id="1"><name>Ada &amp; Co</name><contact><phone>555</phone><email>ada@example.org</email></contact></user>`,
  "2": `<user id="2"><name>Bob</name><contact><email>bob@example.org</email></contact></user>`,
};

const orders = [
  { number: "A-1", price: 10.5, status: "delivered" },
  { number: "A-2", price: 4.25, status: "open" },
  { number: "A-3", price: 100, status: "paid" },
];

export async function aggregatorUpstreams(): Promise<Surroundings> {
  const meeting = new Meeting();
  const usersApi = await upstream((request, response) => void answerUsers(request, response, meeting));
  const ordersApi = await upstream((request, response) => void answerOrders(request, response, meeting));
  const servers: readonly RunningServer[] = [usersApi, ordersApi];
  return {
    env: { USERS_API: usersApi.url, ORDERS_API: ordersApi.url, ORDERS_CREDENTIALS: credentials },
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}

async function answerUsers(
  request: IncomingMessage,
  response: ServerResponse,
  meeting: Meeting,
): Promise<void> {
  const path = request.url ?? "";
  if (path === "/health") return reply(response, 200, "");
  // There is no answer, so that the client gives up.
  if (path === "/slow") return;
  if (path === "/users" && request.method === "POST") {
    const form = new URLSearchParams(await received(request));
    const isForm = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
    if (!isForm || form.get("source") !== "aggregator")
      return reply(response, 400, { form: form.toString() });
    return reply(response, 201, {
      id: 77,
      name: `${form.get("name")} (${form.getAll("interest").join("+")})`,
    });
  }
  if (path.includes("/mirror/")) {
    const { host: _, ...headers } = request.headers;
    const body = await received(request);
    return reply(response, 202, { method: request.method, path, headers, body }, { "x-mirror": "1" });
  }
  if (path === "/users/1/photo") {
    response.writeHead(203, { "content-type": "image/x-test", etag: `"v1"`, "x-internal": "1" });
    response.end(photo);
    return;
  }
  const asXml = /^\/users\/(\d+)\.xml$/.exec(path)?.[1] ?? "";
  const document = xml[asXml];
  if (document !== undefined) return reply(response, 200, document, { "content-type": "application/xml" });
  const id = /^\/users\/(\d+)$/.exec(path)?.[1] ?? "";
  if (id === "500") return reply(response, 500, { oops: true });
  if (id === "5" && !(await meeting.join())) return reply(response, 500, { alone: true });
  const user = users[id];
  reply(response, user === undefined ? 404 : 200, user ?? { error: "unknown" });
}

async function answerOrders(
  request: IncomingMessage,
  response: ServerResponse,
  meeting: Meeting,
): Promise<void> {
  const url = new URL(request.url ?? "/", "http://orders.test");
  const { authorization, cookie } = request.headers;
  switch (url.pathname) {
    case "/health":
      return reply(response, 200, "");
    case "/orders": {
      if (request.method === "PUT") {
        const order: unknown = JSON.parse(await received(request));
        return reply(response, 201, { number: `N-${JSON.stringify(order)}` });
      }
      const user = url.searchParams.get("user");
      if (user === "3") {
        response.destroy();
        return;
      }
      if (user === "4") return reply(response, 503, "down");
      if (user === "5" && !(await meeting.join())) return reply(response, 500, { alone: true });
      const isKnown = user === "1" || user === "5" || url.search === "?customer=C-1&sort=date";
      return reply(response, 200, isKnown ? orders : []);
    }
    case "/orders/search":
      return reply(response, 200, { query: url.search }, { "x-old": "1", "cache-control": "no-store" });
    case "/orders/private":
      if (authorization !== "Bearer token" && cookie !== "session=abc") {
        return reply(response, 401, {}, { "www-authenticate": `Bearer realm="orders"` });
      }
      return reply(response, 200, [url.search]);
    case "/import":
      return reply(response, 202, {
        type: request.headers["content-type"] ?? null,
        body: await received(request),
      });
    case "/reports/latest":
      return reply(response, 302, "", { location: "/reports/2024" });
    case "/reports/2024":
      if (authorization !== `Basic ${Buffer.from(credentials).toString("base64")}`)
        return reply(response, 401, {});
      return reply(response, 200, "year,total\n2024,42\n", { "content-type": "text/csv" });
    default:
      return reply(response, 404, {});
  }
}
