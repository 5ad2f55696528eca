/** Starts Node-RED without its editor, with the flows below, and with pino's log, since it logs no requests itself. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const directory = process.env.USER_DIR;

const flow = { z: "tab-1" };

/** `http in` → the other nodes → `http response`. */
function endpoint(name, method, url, ...steps) {
  const nodes = [
    { ...flow, id: `${name}-in`, type: "http in", url, method, wires: [[]] },
    ...steps.map((step, index) => ({ ...flow, id: `${name}-${index}`, wires: [[]], ...step })),
    { ...flow, id: `${name}-out`, type: "http response", wires: [] },
  ];
  for (const [index, node] of nodes.slice(0, -1).entries()) node.wires = [[nodes[index + 1].id]];
  return nodes;
}

const code = (func) => ({ type: "function", func, outputs: 1 });
const request = (method) => ({ type: "http request", method, ret: "txt", persist: true });
const json = { type: "json", property: "payload", action: "obj" };

const flows = [
  { id: "tab-1", type: "tab", label: "orders" },
  ...endpoint(
    "status",
    "get",
    "/api/status",
    code(`msg.payload = {
      service: "orders", version: "2.4.1", ready: true,
      limits: { page: 100, body: 10485760 }, links: ["/api/user", "/api/orders"],
    };
    return msg;`),
  ),
  ...endpoint(
    "price",
    "get",
    "/api/price",
    code(`const count = Number(msg.payload.count);
    const net = count * 9.5;
    const discount = net > 100 ? net * 0.125 : 0;
    msg.payload = { count, net, discount, total: (net - discount) * 1.5 };
    return msg;`),
  ),
  ...endpoint(
    "item",
    "get",
    "/api/items/:id",
    code(`const { id } = msg.req.params;
    msg.statusCode = 202;
    msg.headers = { "cache-control": "no-store", "x-item": id };
    msg.payload = { id, agent: msg.req.headers["user-agent"] ?? null };
    return msg;`),
  ),
  ...endpoint(
    "limit",
    "get",
    "/api/limit",
    code(`const limit = Number(msg.payload.limit);
    if (limit > 100) throw new Error("limit " + limit + " is too large");
    msg.payload = { limit };
    return msg;`),
  ),
  { ...flow, id: "catch-1", type: "catch", scope: null, wires: [["caught"]] },
  {
    ...flow,
    id: "caught",
    ...code(`msg.statusCode = 400;
    msg.payload = { title: msg.error.message.replace("Error: ", ""), code: 4001, instance: msg.req.path };
    node.warn(msg.payload.title);
    return msg;`),
    wires: [["limit-out"]],
  },
  ...endpoint(
    "orders",
    "post",
    "/api/orders",
    code(`const { customer, items } = msg.payload;
    msg.payload = {
      customer: customer?.name ?? null,
      lines: items.map(({ id, name, price, stock }) => ({
        id, title: name, price,
        city: stock?.warehouse?.city ?? null,
        available: (stock?.count ?? 0) > 0 ? "yes" : "no",
      })),
    };
    return msg;`),
  ),
  ...endpoint(
    "user",
    "get",
    "/api/user",
    code(`msg.url = env.get("UPSTREAM") + "/user"; return msg;`),
    request("GET"),
    json,
    code(`const user = msg.payload;
    msg.headers = {};
    msg.payload = {
      id: user.id, name: user.name, city: user.address?.city ?? null, status: msg.statusCode,
      titles: user.items.map(({ title }) => title).join(", "),
      items: user.items.map(({ id, title, price, currency }) => ({ id, title, price: price + " " + currency })),
    };
    return msg;`),
  ),
  ...endpoint(
    "files",
    "get",
    "/api/files/:name",
    code(`msg.url = env.get("UPSTREAM") + "/" + msg.req.params.name; return msg;`),
    request("GET"),
    code(`msg.headers = { "content-type": msg.headers["content-type"] }; return msg;`),
  ),
];

const settings = `const pino = require("pino");
module.exports = {
  uiPort: process.env.PORT,
  uiHost: process.env.HOST,
  httpAdminRoot: false,
  apiMaxLength: "10mb",
  credentialSecret: false,
  telemetry: { enabled: false },
  httpNodeMiddleware: require("pino-http")({ logger: pino(pino.destination({ dest: 2, sync: false })) }),
  logging: { console: { level: "warn", metrics: false, audit: false } },
};
`;

const here = import.meta.dirname;
writeFileSync(join(directory, "flows.json"), JSON.stringify(flows));
writeFileSync(
  join(directory, "settings.cjs"),
  settings.replaceAll(
    /require\("([^"]+)"\)/g,
    (_, name) => `require(${JSON.stringify(join(here, "node_modules", name))})`,
  ),
);
process.argv.push("--userDir", directory, "--settings", join(directory, "settings.cjs"), "flows.json");
await import(join(here, "node_modules/node-red/red.js"));
