import type { Mistake, Mistakes } from "./support.js";

const request = (members: string, options: string): string =>
  `<request>{ "url": "https://shop.example/orders", ${members} "options": { ${options} } }</request>`;

const api = (upstreams: string, more = ""): string =>
  `swagger: "2.0"\nbasePath: /api\n${more}x-flow-upstreams:\n  ${upstreams}\npaths:\n  /orders:\n    get:\n      x-flow: orders.xml\n`;

const cached = (option: string, members: string, code: `FLOW${number}`): Mistake => ({
  code,
  flow: `<request>{ "url": "https://shop.example/orders", ${members} "options": { ${option} } }</request>`,
});

const caches = ["use-http-cache", "force-cache-ttl", "stale-if-error", "stale-while-revalidate"];
const on = (option: string) => `"${option}": ${option === "use-http-cache" ? "true" : "60"}`;

/** By each option, and by each member of a request, a value that no other request has. */
const neverCached: Mistakes = Object.fromEntries([
  ...caches.map((option): [string, Mistake] => [
    `${option} with the time in the query`,
    cached(on(option), `"query": { "limit": 10«, "_": {{ unixtime() }}|» },`, "FLOW4177"),
  ]),
  ...[
    `"headers": { "Accept": "a/b"«, "X-Nonce": {{ uuid4() }}|, "X-Request-Id": {{ uuid4() }}» },`,
    `"headers": { "Idempotency-Key": {{ «$request/id|$request/get/id» }} },`,
    `"query": { "a": {{ «concat("a-", uuid4())|floor(unixtime() div 60)» }} },`,
    `"query": [ { "name": "a", "value": {{ «urlencode(uuid4())|$request/get/a ?? uuid4()» }} } ],`,
    `"cookies": { "a": {{ «string(uuid4())|$request/cookies/a» }} },`,
    `"query": {{ «concat("_=", unixtime())|"a=1"» }},`,
  ].map((members): [string, Mistake] => [
    `a value for each request in ${members.replace(/[«»|]/g, "")}`,
    cached(on("force-cache-ttl"), members, "FLOW4177"),
  ]),
  [
    "a value for each request in a field of a proxy",
    {
      code: "FLOW4177",
      flow: `<proxy-request>{ "origin": "https://shop.example", "headers": { "X-Nonce": {{ «uuid4()|$request/get/a» }} }, "options": { "use-http-cache": true } }</proxy-request>`,
    },
  ],
  [
    "a value for each request in the URL",
    {
      code: "FLOW4177",
      flow: `<request>{ "url": {{ concat("https://shop.example/?a=", «uuid4()|urlencode($request/get/a)») }}, "options": { "use-http-cache": true } }</request>`,
    },
  ],
]);

const besideCache: Mistakes = Object.fromEntries(
  ["If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range", "Range"].map(
    (name) => [
      `${name} with a cache`,
      cached(
        on("use-http-cache"),
        `"headers": { "Accept": "a/b"«, "${name}": {{ $request/headers/${name.toLowerCase()} }}|» },`,
        "FLOW4176",
      ),
    ],
  ),
);

const cacheOfNothing: Mistakes = Object.fromEntries(
  caches
    .slice(1)
    .map((option) => [`${option} of 0 seconds`, cached(`"timeout": 2, "${option}": «0|60»`, "", "FLOW4178")]),
);

const cacheOfBody: Mistakes = Object.fromEntries([
  ...caches.map((option): [string, Mistake] => [
    `${option} of a request that its body makes a POST`,
    cached(`"timeout": 2«, ${on(option)}|»`, `"body": { "value": 1 },`, "FLOW4129"),
  ]),
  ...[`"post": { "a": 1 },`, `"uploads": [ { "name": "a", "value": "b" } ],`].map(
    (body): [string, Mistake] => [
      `a cache of a request with ${body}`,
      cached(`"timeout": 2«, "use-http-cache": true|»`, body, "FLOW4129"),
    ],
  ),
]);

const upstream = (
  rules: string,
  options = "",
  url = "https://shop.example/orders",
  code = "FLOW4162",
): Mistake => ({
  code: code as `FLOW${number}`,
  files: {
    "swagger.yaml": api(rules),
    "orders.xml": `<flow>
  <request content="a">{ "url": ${url.startsWith("{{") ? url : `"${url}"`}, "options": { "timeout": 2${options} } }</request>
  <error if="$upstream/a/status != 200" status="502"/>
</flow>`,
  },
});

/** A part of a request that has more time than its system for the whole. */
const partOf = (part: string, origin: string, url: string): Mistake => ({
  code: "FLOW4126",
  files: {
    "swagger.yaml": api(`${origin}: { timeout: 2 }`),
    "orders.xml": `<flow>
  <request content="a">{ "url": ${url.startsWith("{{") ? url : `"${url}"`}, "options": { "${part}": «5|1» } }</request>
  <error if="$upstream/a/status != 200" status="502"/>
</flow>`,
  },
});

/** Repetitions, breakers and limits that do not do what they seem to. */
export const resilience: Mistakes = {
  ...neverCached,
  ...besideCache,
  ...cacheOfNothing,
  ...cacheOfBody,
  "a queue in milliseconds": upstream(
    `https://shop.example: { max-requests: 10, queue: «500|0.5» }`,
    "",
    undefined,
    "FLOW4124",
  ),
  "a time-out of a system in milliseconds": upstream(
    `https://shop.example: { timeout: «2000|2» }`,
    "",
    undefined,
    "FLOW4124",
  ),
  ...Object.fromEntries(
    ["connect-timeout", "time-to-first-byte-timeout", "queue"].flatMap((part): [string, Mistake][] => [
      [
        `${part} of a system that is longer than the whole`,
        upstream(
          `https://shop.example: { max-requests: 5, timeout: 2, ${part}: «5|1» }`,
          "",
          undefined,
          "FLOW4126",
        ),
      ],
      ...(part === "queue"
        ? []
        : ([
            [
              `${part} of a request that is longer than its system may take`,
              { ...partOf(part, "https://shop.example", "https://shop.example/orders") },
            ],
            [
              `${part} of a request to a system in a variable`,
              { ...partOf(part, "$env/SHOP_API", "{{ $env/SHOP_API }}") },
            ],
          ] as [string, Mistake][])),
    ]),
  ),
  "more time for a system than a client's request has": {
    code: "FLOW4169",
    files: {
      "swagger.yaml": api(`$env/SHOP_API: { timeout: «60|20» }`),
      "orders.xml": `<flow>
${["a", "b", "c", "d", "e"].map((id) => `  <request content="${id}">{ "url": {{ $env/SHOP_API }} }</request>\n`).join("")}  «!<request content="f">{ "url": {{ $env/SHOP_API }} }</request>|<request content="f">{ "url": {{ $env/SHOP_API }} }</request>»
  <error if="${["a", "b", "c", "d", "e", "f"].map((id) => `$upstream/${id}/status != 200`).join(" or ")}" status="502"/>
</flow>`,
    },
  },
  "repetitions for which the system has no time": {
    code: "FLOW4167",
    files: {
      "swagger.yaml": api(`https://shop.example: { timeout: «4|10» }`),
      "orders.xml": `<flow>
  <request content="a">{ "url": "https://shop.example/", "options": { «!"retry": 2|"retry": 2», "time-to-first-byte-timeout": 2 } }</request>
  <error if="$upstream/a/status != 200" status="502"/>
</flow>`,
    },
  },
  "a budget without retries": upstream(
    `«!https://shop.example|https://shop.example»: { retry-budget: 20% }`,
    `«|, "retry": 2»`,
  ),
  "a budget for retries that are off": upstream(
    `«!https://shop.example|https://shop.example»: { retry-budget: 20%«|, max-requests: 5» }`,
    `«|, "retry": {{ $request/get/retry }}»`,
  ),
  "a budget for a variable without retries": upstream(
    `«!$env/SHOP_API|$env/SHOP_API»: { retry-budget: 20% }`,
    `«|, "retry": 1»`,
    `{{ $env/SHOP_API }}`,
  ),
  "a certificate for http": upstream(
    `http«|s»://shop.example: { client-certificate: { certificate: { env: A_CERT }, key: { env: A_KEY } } }`,
    "",
    "http«|s»://shop.example/orders",
  ),
  "an authority for http": upstream(
    `http«|s»://shop.example: { client-certificate: { ca: { path: ca.pem } } }`,
    "",
    "http«|s»://shop.example/orders",
  ),
  "a budget for retries of another system": {
    code: "FLOW4162",
    files: {
      "swagger.yaml": api(`«!https://shop.example|https://stock.example»: { retry-budget: 20% }`),
      "orders.xml": `<flow>
  <request content="a">{ "url": "https://stock.example/", "options": { "retry": 2 } }</request>
  <request content="b">{ "url": "https://shop.example/" }</request>
  <error if="$upstream/a/status != $upstream/b/status" status="502"/>
</flow>`,
    },
  },
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
