import type { Mistakes } from "./support.js";

const request = (members: string, options: string): string =>
  `<request>{ "url": "https://shop.example/orders", ${members} "options": { ${options} } }</request>`;

const api = (upstreams: string, more = ""): string =>
  `swagger: "2.0"\nbasePath: /api\n${more}x-flow-upstreams:\n  ${upstreams}\npaths:\n  /orders:\n    get:\n      x-flow: orders.xml\n`;

/** Repetitions, breakers and limits that do not do what they seem to. */
export const resilience: Mistakes = {
  "a retry in words": request("", `"retry": «"twice"|2»`),
  "statuses in a text": request("", `"retry": { "on": «"5xx"|[502, 503]» }`),
  "attempts without an end": request("", `"retry": { "attempts": «100|3» }`),
  "a retry of a POST that only its body makes": {
    flow: request(
      `«|"headers": { "Idempotency-Key": {{ $request/id }} },» "body": { "value": 1 },`,
      `«!"retry": 2|"retry": 2»`,
    ),
    code: "FLOW4166",
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
  "a setting in camel case": {
    files: { "swagger.yaml": api(`https://shop.example: { «maxRequests|max-requests»: 5 }`) },
  },
  "a limit by a member that there is not": {
    files: {
      "swagger.yaml": `swagger: "2.0"
basePath: /api
x-flow-limit: { rate: 60/min, key: '$request/«client-adress|client-address»' }
paths:
  /orders: { get: { x-flow: orders.xml } }
`,
    },
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
};
