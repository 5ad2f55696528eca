/** A request that both the generated app and the one written by hand answer alike. */
export interface Case {
  readonly name: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly status: number;
  /** At once; 16 unless given. */
  readonly connections?: number;
}

export const cases: readonly Case[] = [
  { name: "hello with a query parameter", method: "GET", path: "/api/hello?name=Ada", status: 200 },
  { name: "POST of 9 KB, 100 items", method: "POST", path: "/api/orders", body: order(), status: 200 },
  { name: "one upstream", method: "GET", path: "/api/user", status: 200 },
  { name: "two upstreams at once", method: "GET", path: "/api/dashboard", status: 200 },
  { name: "error and error flow", method: "GET", path: "/api/limit?limit=500", status: 400 },
  { name: "parameter, headers, status", method: "GET", path: "/api/items/4711", status: 202 },
];

/** What the upstream system sends, by path. */
export const upstreamBodies: Readonly<Record<string, string>> = {
  "/user": JSON.stringify({
    id: 17,
    name: "Ada Lovelace",
    email: "ada@example.com",
    address: { street: "12 St James's Square", city: "London", country: "GB" },
    tags: ["mathematics", "poetry"],
  }),
  "/kilobyte": JSON.stringify("x".repeat(998)),
  "/megabytes": JSON.stringify("x".repeat(9_999_998)),
  "/orders": JSON.stringify(
    Array.from({ length: 10 }, (_, index) => ({ id: index, total: index * 9.5, currency: "EUR" })),
  ),
};

function order(): string {
  const cities = ["Bremen", "Lyon", "Turin"];
  const items = Array.from({ length: 100 }, (_, index) => ({
    id: index,
    name: `Item ${index}`,
    price: index + 0.5,
    stock: { count: index % 4, warehouse: { city: cities[index % cities.length] } },
  }));
  return JSON.stringify({ customer: { name: "Ada Lovelace" }, items });
}
