/** A request that the generated app and those written by hand answer alike. */
export interface Case {
  readonly name: string;
  readonly method: "GET" | "HEAD" | "POST";
  readonly path: string;
  readonly body?: string;
  readonly status: number;
  /** Of 10 MB: with fewer connections. */
  readonly isLarge?: true;
  /** The most that the generated app may take of the processor time of `node:http`, and of the same tuned. */
  readonly target: number;
  readonly tunedTarget?: number;
}

const cities = ["Bremen", "Lyon", "Turin"];

const get = (name: string, path: string, status = 200): Case => ({
  name,
  method: "GET",
  path,
  status,
  target: 1,
  tunedTarget: 1.1,
});

const large = (name: string, path: string, target: number, body?: string): Case => ({
  name,
  method: body === undefined ? "GET" : "POST",
  path,
  ...(body !== undefined && { body }),
  status: 200,
  target,
});

export const plainCases: readonly Case[] = [
  get("static template", "/api/status"),
  get("variables, condition, arithmetic", "/api/price?count=12"),
  get("parameter, headers, status", "/api/items/4711", 202),
  get("error and error flow", "/api/limit?limit=500", 400),
  { ...get("HEAD", "/api/status"), method: "HEAD" },
  get("404", "/other", 404),
  large("POST of 9 KB, 100 items reshaped", "/api/orders", 1.05, order()),
  get("two validated parameters", "/api/search?q=hello&limit=20"),
  large("validated POST of 9 KB", "/api/checked", 1.05, order()),
];

export const upstreamCases: readonly Case[] = [
  large("one upstream, 20 items joined", "/api/user", 1.1),
  large("two upstreams at once", "/api/dashboard", 1.1),
  large("proxied response of 1 KB", "/api/files/kilobyte", 1.1),
  large("proxied POST of 1 KB", "/api/files/orders", 1.1, JSON.stringify("x".repeat(998))),
];

/** The hand-written programs on Node have none: there is no XSLT in Node. */
export const stylesheetCase = large("XML of 9 KB, transformed by a stylesheet", "/api/catalog", 1);

export const largeCases: readonly Case[] = [
  { ...large("proxied response of 10 MB", "/api/files/megabytes", 1.05), isLarge: true },
  {
    ...large("proxied POST of 10 MB", "/api/files/orders", 1.05, JSON.stringify("x".repeat(9_999_998))),
    isLarge: true,
  },
];

/** The requests whose latencies are measured. */
export const pacedCases = [plainCases[1], plainCases[6], upstreamCases[0]].flatMap((each) => each ?? []);

/** The response bodies of the upstream system, by path. */
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
  "/catalog.xml": catalog(),
  "/kilobyte": JSON.stringify("x".repeat(998)),
  "/megabytes": JSON.stringify("x".repeat(9_999_998)),
  "/orders": JSON.stringify(
    Array.from({ length: 10 }, (_, index) => ({ id: index, total: index * 9.5, currency: "EUR" })),
  ),
};

/** 9 KB. */
function catalog(): string {
  const products = Array.from(
    { length: 80 },
    (_, index) =>
      `<product id="p${index}"><name>Item ${index}</name><price>${(index % 100) + 0.5}</price>` +
      `<stock city="${cities[index % cities.length]}">${index % 4}</stock></product>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<catalog currency="EUR">${products.join("")}</catalog>`;
}

/** 9 KB. */
function order(): string {
  const items = Array.from({ length: 100 }, (_, index) => ({
    id: index,
    name: `Item ${index}`,
    price: index + 0.5,
    stock: { count: index % 4, warehouse: { city: cities[index % cities.length] } },
  }));
  return JSON.stringify({ customer: { name: "Ada Lovelace" }, items });
}
