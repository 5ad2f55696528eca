/** The work of the handlers written by hand on data, whatever serves them. */
import { Ajv } from "ajv";
import orderSchema from "../flows/order.json" with { type: "json" };
import type { Failure } from "./log.js";

export interface Order {
  readonly customer: { readonly name: string };
  readonly items: readonly {
    readonly id: number;
    readonly name: string;
    readonly price: number;
    readonly stock?: { readonly count: number; readonly warehouse: { readonly city: string } };
  }[];
}

export interface User {
  readonly id: number;
  readonly name: string;
  readonly address: { readonly city: string };
  readonly items: readonly {
    readonly id: number;
    readonly title: string;
    readonly price: number;
    readonly currency: string;
  }[];
}

export interface UpstreamOrder {
  readonly id: number;
  readonly total: number;
}

/** How long a connection is kept without a request, in milliseconds. */
export const keepAliveTimeout = 75_000;

export const maxBodyBytes = 10 * 1024 * 1024;

/** Milliseconds that an upstream has. */
export const timeout = 3_000;

export const status = () => ({
  service: "orders",
  version: "2.4.1",
  ready: true,
  limits: { page: 100, body: maxBodyBytes },
  links: ["/api/user", "/api/orders"],
});

export function price(count: number) {
  const net = count * 9.5;
  const discount = net > 100 ? net * 0.125 : 0;
  return { count, net, discount, total: (net - discount) * 1.5 };
}

export const reshaped = (order: Order) => ({
  customer: order.customer?.name ?? null,
  lines: order.items.map((item) => ({
    id: item.id,
    title: item.name,
    price: item.price,
    city: item.stock?.warehouse?.city ?? null,
    available: (item.stock?.count ?? 0) > 0 ? "yes" : "no",
  })),
});

export const joined = (user: User, upstreamStatus: number) => ({
  id: user.id,
  name: user.name,
  city: user.address?.city ?? null,
  status: upstreamStatus,
  titles: user.items.map(({ title }) => title).join(", "),
  items: user.items.map(({ id, title, price, currency }) => ({ id, title, price: `${price} ${currency}` })),
});

export const dashboard = (user: User, orders: readonly UpstreamOrder[]) => ({
  name: user.name,
  orders: orders.map(({ id, total }) => ({ id, total })),
});

/** Returns the mistake in a limit; `undefined` if there is none. */
export function limitFailure(limit: number): Failure | undefined {
  if (!(limit > 100)) return undefined;
  return { message: `limit ${limit} is too large`, status: 400, code: 4001, place: "limit.xml:3" };
}

const ajv = new Ajv();
export const isOrder = ajv.compile<Order>(orderSchema);
const isSearch = ajv.compile({
  type: "object",
  required: ["q"],
  properties: {
    q: { type: "string", minLength: 2, maxLength: 100 },
    limit: { type: "integer", minimum: 1, maximum: 100 },
  },
});

/** The parameters as they go out; `undefined` if they are not valid. */
export function searched(q: string | null | undefined, limit: string | null | undefined) {
  const isValid = isSearch({ q: q ?? undefined, ...(limit != null && { limit: Number(limit) }) });
  return isValid ? { q, limit: limit ?? undefined } : undefined;
}

export const invalid = { title: "Input Validation Failed" };
