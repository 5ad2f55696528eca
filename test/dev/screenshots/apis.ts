/** The two APIs that the app in the pictures calls. They take some time, as others do. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { type RunningServer, reply, upstream } from "../../support/servers.js";

const users = new Map<string, object>([
  ["1", { id: 1, name: "Ada Lovelace", email: "ada@example.org", customerNumber: "C-1" }],
  ["2", { id: 2, name: "Grace Hopper", email: "grace@example.org", customerNumber: "C-2" }],
  ["3", { id: 3, name: "Alan Turing", email: "alan@example.org", customerNumber: "C-3" }],
]);

const orders = [
  { number: "A-1017", price: 10.5, status: "delivered" },
  { number: "A-1042", price: 4.25, status: "open" },
  { number: "A-1043", price: 100, status: "paid" },
];

const ada = `<user id="1"><name>Ada Lovelace</name><contact><phone>555 0101</phone><email>ada@example.org</email></contact></user>`;

export const usersApi = (): Promise<RunningServer> => answering(48, answerUsers);
export const ordersApi = (): Promise<RunningServer> => answering(83, answerOrders);

type Answer = (url: URL, request: IncomingMessage, response: ServerResponse) => void;

const answering = (milliseconds: number, answer: Answer): Promise<RunningServer> =>
  upstream((request, response) => {
    const url = new URL(request.url ?? "/", "http://upstream.test");
    setTimeout(() => answer(url, request, response), milliseconds);
  });

function answerUsers({ pathname }: URL, { method }: IncomingMessage, response: ServerResponse): void {
  const id = pathname.slice("/users/".length);
  if (pathname === "/slow") return;
  if (pathname === "/health") reply(response, 200, "");
  else if (method === "POST") reply(response, 201, { id: 4, name: "Edsger Dijkstra" });
  else if (id === "1.xml") reply(response, 200, ada, { "content-type": "application/xml" });
  else reply(response, users.has(id) ? 200 : 404, users.get(id) ?? { error: "unknown" });
}

function answerOrders(
  { pathname, searchParams }: URL,
  { headers }: IncomingMessage,
  response: ServerResponse,
): void {
  if (pathname === "/health") reply(response, 200, "");
  else if (pathname === "/orders/private" && headers.authorization === undefined)
    reply(response, 401, {}, { "www-authenticate": `Bearer realm="orders"` });
  else if (searchParams.get("user") === "3") reply(response, 503, { error: "down" });
  else reply(response, 200, orders);
}
