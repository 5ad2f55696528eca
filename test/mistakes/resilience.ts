import type { Mistakes } from "./support.js";

const request = (members: string, options: string): string =>
  `<request>{ "url": "https://shop.example/orders", ${members} "options": { ${options} } }</request>`;

const slow = (id: number, seconds = "60"): string =>
  `<request content="r${id}">{ "url": "https://shop.example/", "options": { "timeout": ${seconds} } }</request>`;

const api = (upstreams: string, more = ""): string =>
  `swagger: "2.0"\nbasePath: /api\n${more}x-flow-upstreams:\n  ${upstreams}\npaths:\n  /orders:\n    get:\n      x-flow: orders.xml\n`;

/** Repetitions, breakers and limits that do not do what they seem to. */
export const resilience: Mistakes = {
  "a retry in words": request("", `"retry": «"twice"|2»`),
  "a retry that is switched": request("", `"retry": «true|1»`),
  "statuses in a text": request("", `"retry": { "on": «"5xx"|[502, 503]» }`),
  "attempts without an end": request("", `"retry": { "attempts": «100|3» }`),
  "a retry of a POST": {
    flow: request(`"method": "«POST|PUT»", "body": { "value": 1 },`, `«!"retry": 2|"retry": 2»`),
    code: "FLOW4166",
  },
  "a retry of a POST that only its body makes": {
    flow: request(
      `«|"headers": { "Idempotency-Key": {{ $request/id }} },» "body": { "value": 1 },`,
      `«!"retry": 2|"retry": 2»`,
    ),
    code: "FLOW4166",
  },
  "attempts that do not fit": {
    flow: request("", `"timeout": «3|10», "time-to-first-byte-timeout": 2, «!"retry": 2|"retry": 2»`),
    code: "FLOW4167",
  },
  "a retry after a time-out that takes all the time": {
    flow: request("", `"retry": { "on": «["timeout"]|["connect"]» }`),
    code: "FLOW4168",
  },
  "requests that take longer than their client may wait": {
    flow: `${[1, 2, 3, 4].map((id) => slow(id)).join("\n")}\n${slow(5, "«60|30»")}\n«!${slow(6)}|${slow(6, "30")}»`,
    code: "FLOW4169",
  },
  "a retry in a flow that calls itself": {
    files: {
      "orders.xml": `<flow>
  <request content="page">{ "url": "https://shop.example/orders", "options": { «"retry": 2|"timeout": 2» } }</request>
  <if test="content('page')/json/next"><sub-flow src="orders.xml"/></if>
</flow>`,
    },
    code: "FLOW4170",
  },
  "a breaker that nothing answers": {
    files: {
      "swagger.yaml": api(`«https://shop.example|https://shop.example»: { breaker: 50% of 20 }`),
      "orders.xml": `<flow>
  <request content="a">{ "url": "https://shop.example/orders" }</request>«|
  <error if="$upstream/a/status != 200" status="502"/>»
</flow>`,
    },
    code: "FLOW4171",
  },
  "a retry of bodies that are passed on": {
    files: {
      "swagger.yaml": `swagger: "2.0"\nbasePath: /api\npaths:\n  /orders:\n    «put|get»:\n      x-flow: orders.xml\n`,
      "orders.xml": `<flow>
  <proxy-request>{ "origin": "https://shop.example", "options": { «!"retry": 2|"retry": 2» } }</proxy-request>
</flow>`,
    },
    code: "FLOW4174",
  },
  "a response to a POST that is shared": {
    flow: request(`"method": "«POST|GET»",`, `«!"share": true|"share": true»`),
    code: "FLOW4175",
  },
  "an origin with its path": {
    files: { "swagger.yaml": api(`«https://shop.example/v1|https://shop.example»: { rate: 5/s }`) },
  },
  "a rate without its time": {
    files: { "swagger.yaml": api(`https://shop.example: { rate: «100|100/s» }`) },
  },
  "a breaker that says only how much": {
    files: {
      "swagger.yaml": api(
        `https://shop.example: { breaker: «50%|50% of 20» }`,
        "x-flow-error: { flow: orders.xml }\n",
      ),
    },
  },
  "a setting in camel case": {
    files: { "swagger.yaml": api(`https://shop.example: { «maxRequests|max-requests»: 5 }`) },
  },
  "a limit by what clients choose": {
    files: {
      "swagger.yaml": `swagger: "2.0"
basePath: /api
x-flow-limit: { rate: 60/min, key: «$request/get/user|$request/client-address» }
paths:
  /orders: { get: { x-flow: orders.xml } }
`,
    },
    code: "FLOW4165",
  },
  "a limit by a part of an expression that clients choose": {
    files: {
      "swagger.yaml": `swagger: "2.0"
basePath: /api
x-flow-limit: { rate: 60/min, key: 'concat($request/client-address, «$request/headers/user-agent|$request/method»)' }
paths:
  /orders: { get: { x-flow: orders.xml } }
`,
    },
    code: "FLOW4165",
  },
  "a limit that begins anew each second": {
    files: {
      "swagger.yaml": `swagger: "2.0"
basePath: /api
x-flow-limit: { rate: 60/min, key: '«concat($request/client-address, unixtime())|$request/client-address»' }
paths:
  /orders: { get: { x-flow: orders.xml } }
`,
    },
    code: "FLOW4163",
  },
  "a limit by a claim that nothing checks": {
    files: {
      "swagger.yaml": `swagger: "2.0"
basePath: /api
x-flow-limit: { rate: 60/min, key: «$jwt/sub|$request/client-address» }
paths:
  /orders: { get: { x-flow: orders.xml } }
`,
    },
    code: "FLOW4164",
  },
};
