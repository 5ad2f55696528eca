/** What a new app can begin with beside its greeting. */
export interface StarterPart {
  /** For the head of `swagger.yaml`. */
  readonly head: string;
  /** For its paths. */
  readonly path: string;
  /** Flows and tests, by path. */
  readonly files: readonly (readonly [string, string])[];
  /** Settings of the app, with a comment. */
  readonly settings: string;
}

const upstream: StarterPart = {
  head: "",
  path: `  /orders/{id}:
    get:
      summary: An order, from the system that has them
      parameters:
        - { name: id, in: path, required: true, type: integer }
      responses:
        "200": { description: The order }
        "404": { description: There is no such order }
        "502": { description: The system does not answer }
      x-flow: order.xml
`,
  files: [
    [
      "order.xml",
      `<flow>
  <request content="order">
  {
    "url": {{ concat($env/ORDERS_API, "/orders/", $request/params/id) }},
    "options": { "timeout": 5 }
  }
  </request>
  <error if="$upstream/order/status = 404" status="404">
  { "message": {{ concat("There is no order ", $request/params/id, ".") }} }
  </error>
  <error if="not($upstream/order/status = 200)" status="502">
  { "message": "Orders cannot be read now." }
  </error>
  <template>
  {
    "id": {{ content("order")/json/id }},
    "item": {{ content("order")/json/item }}
  }
  </template>
</flow>
`,
    ],
    [
      "tests/order.xml",
      `<flow-test>
  <set-env>{ "ORDERS_API": "http://orders.example" }</set-env>
  <backend-flow request="order">
    <assert>[ [ "$request/path", "/orders/7" ] ]</assert>
    <template>{ "id": 7, "item": "tea", "stock": 3 }</template>
  </backend-flow>

  <test-request>{ "path": "/api/orders/7" }</test-request>
  <assert>
  [
    [ "$status", 200 ],
    [ "$response", "{\\"id\\":7,\\"item\\":\\"tea\\"}" ]
  ]
  </assert>
</flow-test>
`,
    ],
    ...(
      [
        ["missing", 404, 404, "There is no order 8."],
        ["fails", 500, 502, "Orders cannot be read now."],
      ] as const
    ).map(
      ([name, theirs, ours, message]) =>
        [
          `tests/order-${name}.xml`,
          `<flow-test>
  <set-env>{ "ORDERS_API": "http://orders.example" }</set-env>
  <backend-flow request="order">
    <set-status code="${theirs}"/>
  </backend-flow>

  <test-request>{ "path": "/api/orders/8" }</test-request>
  <assert>
  [
    [ "$status", ${ours} ],
    [ "json-parse($response)/message", "${message}" ]
  ]
  </assert>
</flow-test>
`,
        ] as const,
    ),
  ],
  settings: "# The system that has the orders.\nORDERS_API=http://localhost:9000\n",
};

const token: StarterPart = {
  head: `securityDefinitions:
  Token:
    type: apiKey
    in: header
    name: Authorization
    x-flow-jwt:
      key: { env: TOKEN_KEY }
      alg: HS256
      out-var: $user
`,
  path: `  /me:
    get:
      summary: Who asks, as the token says
      security:
        - Token: []
      responses:
        "200": { description: The user }
        "403": { description: There is no token, or it is not a good one }
      x-flow: me.xml
`,
  files: [
    [
      "me.xml",
      `<flow>
  <template>
  { "user": {{ $user/sub }} }
  </template>
</flow>
`,
    ],
    [
      "tests/me.xml",
      `<flow-test>
  <set-env>{ "TOKEN_KEY": "YSBrZXkgb2YgdGhlIHRlc3RzIGFsb25lLCBmb3Igbm9ib2R5IGVsc2U" }</set-env>
  <template out="$claims">{ "sub": "ada" }</template>
  <eval out="$token">jwt-encode($claims, $env/TOKEN_KEY, 60)</eval>

  <test-request>
  { "path": "/api/me", "headers": { "Authorization": {{ concat("Bearer ", $token) }} } }
  </test-request>
  <assert>
  [
    [ "$status", 200 ],
    [ "json-parse($response)/user", "ada" ]
  ]
  </assert>
</flow-test>
`,
    ],
    [
      "tests/me-refused.xml",
      `<flow-test>
  <set-env>{ "TOKEN_KEY": "YSBrZXkgb2YgdGhlIHRlc3RzIGFsb25lLCBmb3Igbm9ib2R5IGVsc2U" }</set-env>
  <test-request>{ "path": "/api/me" }</test-request>
  <assert>[ [ "$status", 403, "no token" ] ]</assert>

  <template out="$claims">{ "sub": "ada" }</template>
  <eval out="$token">jwt-encode($claims, "YW5vdGhlciBrZXkgdGhhbiB0aGUgb25lIG9mIHRoZSBhcHA", 60)</eval>
  <test-request>
  { "path": "/api/me", "headers": { "Authorization": {{ concat("Bearer ", $token) }} } }
  </test-request>
  <assert>[ [ "$status", 403, "somebody else has signed it" ] ]</assert>
</flow-test>
`,
    ],
  ],
  settings: `# Signs tokens: a secret in Base64URL. Make one of your own:
#   node -p "crypto.randomBytes(32).toString('base64url')"
TOKEN_KEY=
`,
};

const handler: StarterPart = {
  head: "",
  path: `  /total:
    post:
      summary: Adds up prices, by a handler in TypeScript
      parameters:
        - name: body
          in: body
          required: true
          schema:
            type: object
            required: [prices]
            properties:
              prices: { type: array, items: { type: number } }
      responses:
        "200": { description: The total }
        "422": { description: There are no prices }
      x-flow-handler: handlers/total.ts
`,
  files: [
    [
      "handlers/total.ts",
      [
        'import { fail, handler, respond } from "flowc/handler";',
        "",
        "export default handler(($, request) => {",
        "  const { prices } = request.body as { prices: number[] };",
        '  if (prices.length === 0) return fail($, { status: 422, message: "There are no prices." });',
        "  respond($, { total: prices.reduce((total, price) => total + price, 0) });",
        "});",
        "",
      ].join("\n"),
    ],
    ...(
      [
        ["total", [2, 3.5], 200, '[ "json-parse($response)/total", 5.5 ]'],
        ["total-of-nothing", [], 422, '[ "json-parse($response)/message", "There are no prices." ]'],
      ] as const
    ).map(
      ([name, prices, status, answer]) =>
        [
          `tests/${name}.xml`,
          `<flow-test>
  <test-request>
  {
    "path": "/api/total",
    "method": "POST",
    "headers": { "Content-Type": "application/json" },
    "body": { "value": ${JSON.stringify(JSON.stringify({ prices }))} }
  }
  </test-request>
  <assert>
  [
    [ "$status", ${status} ],
    ${answer}
  ]
  </assert>
</flow-test>
`,
        ] as const,
    ),
  ],
  settings: "",
};

/** By their names for `--with`. */
export const starterParts: ReadonlyMap<string, StarterPart> = new Map([
  ["upstream", upstream],
  ["token", token],
  ["handler", handler],
]);
