/** A request that the generated app and those written by hand answer alike. */
export interface Case {
  readonly name: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly status: number;
  /** Of 10 MB: with fewer connections, and longer. */
  readonly isLarge?: true;
}

const get = (name: string, path: string, status = 200): Case => ({ name, method: "GET", path, status });

const post = (name: string, path: string, body: string): Case => ({
  name,
  method: "POST",
  path,
  body,
  status: 200,
});

export const plainCases: readonly Case[] = [
  get("static template", "/api/status"),
  get("variables, condition, arithmetic", "/api/price?count=12"),
  get("parameter, headers, status", "/api/items/4711", 202),
  get("error and error flow", "/api/limit?limit=500", 400),
  post("POST of 9 KB, 100 items", "/api/orders", order()),
];

export const upstreamCases: readonly Case[] = [
  get("one upstream, 20 items joined", "/api/user"),
  get("two upstreams at once", "/api/dashboard"),
  get("proxied response of 1 KB", "/api/files/kilobyte"),
  post("proxied POST of 1 KB", "/api/files/orders", JSON.stringify("x".repeat(998))),
];

export const largeCases: readonly Case[] = [
  { ...get("proxied response of 10 MB", "/api/files/megabytes"), isLarge: true },
  {
    ...post("proxied POST of 10 MB", "/api/files/orders", JSON.stringify("x".repeat(9_999_998))),
    isLarge: true,
  },
];

/** What the upstream system sends, by path. */
export const upstreamBodies: Readonly<Record<string, string>> = {
  "/user": JSON.stringify({
    id: 17,
    name: "Ada Lovelace",
    email: "ada@example.com",
    address: { street: "12 St James's Square", city: "London", country: "GB" },
    items: Array.from({ length: 20 }, (_, index) => ({
      id: index,
      title: `Item ${index}`,
      price: index + 0.5,
      currency: "EUR",
      isAvailable: index % 3 > 0,
    })),
  }),
  "/kilobyte": JSON.stringify("x".repeat(998)),
  "/megabytes": JSON.stringify("x".repeat(9_999_998)),
  "/orders": JSON.stringify(
    Array.from({ length: 10 }, (_, index) => ({ id: index, total: index * 9.5, currency: "EUR" })),
  ),
};

/** 9 KB. */
export function order(): string {
  const cities = ["Bremen", "Lyon", "Turin"];
  const items = Array.from({ length: 100 }, (_, index) => ({
    id: index,
    name: `Item ${index}`,
    price: index + 0.5,
    stock: { count: index % 4, warehouse: { city: cities[index % cities.length] } },
  }));
  return JSON.stringify({ customer: { name: "Ada Lovelace" }, items });
}
