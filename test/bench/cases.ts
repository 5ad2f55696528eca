/** A request that the generated app and those written by hand answer alike. */
export interface Case {
  readonly name: string;
  readonly method: "GET" | "HEAD" | "POST";
  readonly path: string;
  readonly body?: string;
  readonly status: number;
  /** Of 10 MB: with fewer connections. */
  readonly isLarge?: true;
}

const cities = ["Bremen", "Lyon", "Turin"];

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
  { ...get("HEAD", "/api/status"), method: "HEAD" },
  get("404", "/other", 404),
  post("POST of 9 KB, 100 items reshaped", "/api/orders", order()),
  get("two validated parameters", "/api/search?q=hello&limit=20"),
  post("validated POST of 9 KB", "/api/checked", order()),
];

export const upstreamCases: readonly Case[] = [
  get("one upstream, 20 items joined", "/api/user"),
  get("two upstreams at once", "/api/dashboard"),
  get("proxied response of 1 KB", "/api/files/kilobyte"),
  post("proxied POST of 1 KB", "/api/files/orders", JSON.stringify("x".repeat(998))),
];

/** The hand-written programs on Node have none: there is no XSLT in Node. */
export const stylesheetCase = get("XML of 9 KB, transformed by a stylesheet", "/api/catalog");

export const largeCases: readonly Case[] = [
  { ...get("proxied response of 10 MB", "/api/files/megabytes"), isLarge: true },
  {
    ...post("proxied POST of 10 MB", "/api/files/orders", JSON.stringify("x".repeat(9_999_998))),
    isLarge: true,
  },
];

/** The requests that are measured without a log, too: none of them fails, since flowc logs what does. */
export const silentCases = [plainCases[0], plainCases[1], plainCases[6], upstreamCases[0]].flatMap(
  (each) => each ?? [],
);

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
