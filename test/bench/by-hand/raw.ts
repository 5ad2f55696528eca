/**
 * Does the same as `flows/` on `node:http` alone, as somebody would write it who wants the last request per
 * second.
 */
import { createServer } from "node:http";
import { Exchange } from "./exchange.js";
import { type Failure, logError } from "./log.js";
import {
  dashboard,
  invalid,
  isOrder,
  joined,
  keepAliveTimeout,
  limitFailure,
  type Order,
  price,
  reshaped,
  searched,
  status,
  type UpstreamOrder,
  type User,
} from "./orders.js";
import { load, passOn } from "./raw-upstream.js";

const { PORT, HOST = "127.0.0.1" } = process.env;
const items = "/api/items/";
const files = "/api/files/";

function answer(exchange: Exchange): void | Promise<void> {
  const { path, incoming } = exchange;
  switch (path) {
    case "/api/status":
      return exchange.sendJson("status.xml", status());
    case "/api/price":
      return exchange.sendJson("price.xml", price(Number(exchange.parameter("count"))));
    case "/api/limit":
      return limited(exchange, Number(exchange.parameter("limit")));
    case "/api/orders":
      return reshape(exchange);
    case "/api/checked":
      return checked(exchange);
    case "/api/search":
      return search(exchange);
    case "/api/user":
      return user(exchange);
    case "/api/dashboard":
      return both(exchange);
  }
  if (path.startsWith(items)) {
    const id = decodeURIComponent(path.slice(items.length));
    const agent = incoming.headers["user-agent"] ?? null;
    return exchange.sendJson("item.xml", { id, agent }, 202, { "cache-control": "no-store", "x-item": id });
  }
  if (path.startsWith(files)) return passOn(exchange, path.slice(files.length - 1));
  return exchange.sendText("Not Found", 404);
}

function limited(exchange: Exchange, limit: number): void {
  const failure = limitFailure(limit);
  if (failure === undefined) exchange.sendJson("limit.xml", { limit });
  else fail(exchange, failure);
}

function fail(exchange: Exchange, failure: Failure): void {
  logError(exchange, failure);
  const { message: title, code, status } = failure;
  exchange.sendJson("limit.xml", { title, code, instance: exchange.path }, status);
}

async function reshape(exchange: Exchange): Promise<void> {
  exchange.sendJson("reshape.xml", reshaped(JSON.parse(await exchange.body()) as Order));
}

async function checked(exchange: Exchange): Promise<void> {
  const order: unknown = JSON.parse(await exchange.body());
  if (isOrder(order)) exchange.sendJson("checked.xml", { items: order.items.length });
  else exchange.sendJson("checked.xml", invalid, 400);
}

function search(exchange: Exchange): void {
  const found = searched(exchange.parameter("q"), exchange.parameter("limit"));
  if (found === undefined) exchange.sendJson("search.xml", invalid, 400);
  else exchange.sendJson("search.xml", found);
}

async function user(exchange: Exchange): Promise<void> {
  const { status, value } = await load<User>(exchange, "user", "/user");
  exchange.sendJson("upstream.xml", joined(value, status));
}

async function both(exchange: Exchange): Promise<void> {
  const [user, orders] = await Promise.all([
    load<User>(exchange, "user", "/user"),
    load<UpstreamOrder[]>(exchange, "orders", "/orders"),
  ]);
  exchange.sendJson("parallel.xml", dashboard(user.value, orders.value));
}

function broken(exchange: Exchange): void {
  if (exchange.outgoing.headersSent) exchange.outgoing.destroy();
  else exchange.sendJson("", { title: "Internal Server Error" }, 500);
}

createServer({ keepAliveTimeout }, (incoming, outgoing) => {
  const exchange = new Exchange(incoming, outgoing);
  try {
    answer(exchange)?.catch(() => broken(exchange));
  } catch {
    broken(exchange);
  }
}).listen(Number(PORT), HOST);
