import type { Mistake, Mistakes } from "./support.js";

const asks = `<flow>
  <request content="a">{ "url": {{ concat($env/SHOP, "/orders") }} }</request>
  <request content="b">{ "url": "https://shop.example/orders", "options": { "retry": 1 } }</request>
  <error if="$upstream/a/status != 200 or $upstream/b/status != 200" status="502"/>
</flow>
`;

/** The rows of `x-flow-upstreams`, of an app that asks both systems. */
const upstreams = (rows: string, more: Readonly<Record<string, string>> = {}): Mistake => ({
  files: {
    "swagger.yaml": `swagger: "2.0"
basePath: /api
x-flow-upstreams: ${rows}
paths:
  /orders:
    get:
      x-flow: orders.xml
`,
    "orders.xml": asks,
    ...more,
  },
});

const rule = (members: string): Mistake => upstreams(`{ https://shop.example: { ${members} } }`);
const origin = (text: string): Mistake => upstreams(`{ ${text}: { max-requests: 5 } }`);

/** Of an app that only asks one system. */
const alone = (text: string): Mistake =>
  upstreams(`{ ${text}: { max-requests: 5 } }`, {
    "orders.xml": `<flow>\n  <request content="a">{ "url": "https://shop.example/orders" }</request>\n</flow>\n`,
  });

/** `x-flow-upstreams`. */
const systems: Mistakes = {
  "an origin with a path": origin("https://shop.example«/orders|»"),
  "an origin with a slash at its end": origin("https://shop.example«/|»"),
  "an origin with a query": origin("«https://shop.example?a=1|https://shop.example»"),
  "an origin without its scheme": origin("«shop.example|https://shop.example»"),
  "an origin of another protocol": origin("«ftp://shop.example|https://shop.example»"),
  "an origin with a user": origin("https://«user:secret@|»shop.example"),
  "an origin with its usual port": origin("https://shop.example«:443|»"),
  "an origin in capitals": origin("https://«Shop.Example|shop.example»"),
  "an origin for all": origin('«"https://*.example"|https://shop.example»'),
  "an origin in braces": origin(`«"\${SHOP}"|$env/SHOP»`),
  "a variable without $env": origin("«SHOP|$env/SHOP»"),
  "a variable with a path": origin("«$env/SHOP/orders|$env/SHOP»"),
  "a variable with a dot": origin("«$env.SHOP|$env/SHOP»"),
  "an origin that nobody asks": alone("«https://shops.example|https://shop.example»"),
  "an origin whose scheme nobody asks": alone("«http|https»://shop.example"),
  "an origin whose port nobody asks": alone("https://shop.example«:8443|»"),
  "a variable that nobody asks": origin("$env/«SHOPS|SHOP»"),
  "a list of origins": upstreams("«[https://shop.example]|{ https://shop.example: { max-requests: 5 } }»"),
  "one origin alone": upstreams("«https://shop.example|{ https://shop.example: { max-requests: 5 } }»"),
  "no settings": upstreams("{ https://shop.example: «{}|{ max-requests: 5 }» }"),
  "a number in the place of the settings": upstreams("{ https://shop.example: «5|{ max-requests: 5 }» }"),
  "settings in a list": upstreams("{ https://shop.example: «[max-requests]|{ max-requests: 5 }» }"),
  "settings that nobody wrote": upstreams(
    "{ «https://shop.example:|https://shop.example: { max-requests: 5 }» }",
  ),

  "a time-out under another name": rule("«time-out|timeout»: 5"),
  "a time-out with a unit": rule("timeout: «5s|5»"),
  "a time-out of nothing": rule("connect-timeout: «0|5»"),
  "an age of days": rule("connection-age: «100000|300»"),
  "a setting with an underscore": rule("«max_requests|max-requests»: 5"),
  "a setting without its s": rule("«max-request|max-requests»: 5"),
  "a setting of others": rule("«max-connections|max-requests»: 5"),
  "a rate under another name": rule("«rate-limit|rate»: 10/s"),
  "a breaker under another name": rule("«circuit-breaker|breaker»: 50% of 20"),
  "a health check under another name": rule("«health-check|health»: /health"),
  "half a request": rule("max-requests: «2.5|2»"),
  "no request": rule("max-requests: «0|1»"),
  "requests as a switch": rule("max-requests: «true|1»"),
  "requests as a list": rule("max-requests: «[5]|5»"),
  "requests of each second": rule("max-requests: «10/s|10»"),
  "nothing in a setting": rule("«max-requests:|max-requests: 5»"),
  "a queue in milliseconds": rule("max-requests: 5, queue: «500ms|0.5»"),
  "a queue with its unit": rule("max-requests: 5, queue: «5s|5»"),
  "a queue by its length": rule("max-requests: 5, queue: «5000|5»"),
  "a queue without limit": rule("«queue: 5, retry-budget: 20%|queue: 5, max-requests: 5»"),
  "a rate without its unit": rule("rate: «100|100/s»"),
  "a rate by the second, in full": rule("rate: «100/second|100/s»"),
  "a rate in words": rule("rate: «100 per second|100/s»"),
  "a rate of zero": rule("rate: «0/s|1/s»"),
  "a rate as a mapping": rule("rate: «{ per-second: 100 }|100/s»"),
  "a breaker by a count": rule("breaker: «5|50% of 20»"),
  "a breaker without of": rule("breaker: «50%|50% of 20»"),
  "a breaker by a share": rule("breaker: «0.5 of 20|50% of 20»"),
  "a breaker of more than all": rule("breaker: «150% of 20|50% of 20»"),
  "a breaker with a unit": rule("breaker: 50% of «20s|20»"),
  "a breaker as a mapping": rule("breaker: «{ threshold: 5 }|50% of 20»"),
  "a rest with its unit": rule("breaker: 50% of 20, rest: «30s|30»"),
  "a rest in milliseconds": rule("breaker: 50% of 20, rest: «30000|30»"),
  "a rest without breaker": rule("max-requests: 5«, rest: 5|»"),
  "a budget as a number": rule("retry-budget: «20|20%»"),
  "a budget as a share": rule("retry-budget: «0.2|20%»"),
  "a budget of more than all": rule("retry-budget: «200%|20%»"),
  "health as a switch": rule("health: «true|/health»"),
  "health without a slash": rule("health: «health|/health»"),
  "health as a URL": rule("health: «https://shop.example/health|/health»"),
  "health as a mapping": rule("health: «{ path: /health }|/health»"),
  "a certificate by its file": rule(
    "«client-certificate: shop.pem|client-certificate: { ca: { path: shop.pem } }»",
  ),
  "a certificate without key": rule(
    "«client-certificate: { certificate: { env: SHOP_PEM } }|client-certificate: { certificate: { env: SHOP_PEM }, key: { env: SHOP_KEY } }»",
  ),
  "a certificate called cert": rule(
    "client-certificate: { «cert: { env: C }|certificate: { env: C }», key: { env: K } }",
  ),
  "a key as a text": rule(
    "client-certificate: { certificate: { env: C }, key: «/etc/key.pem|{ path: /etc/key.pem }» }",
  ),
  "a key as a file": rule(
    "client-certificate: { certificate: { env: C }, key: «{ file: /etc/key.pem }|{ path: /etc/key.pem }» }",
  ),
  "authorities in a list": rule("client-certificate: { ca: «[/etc/ca.pem]|{ path: /etc/ca.pem }» }"),
};

const shop = `"url": "https://shop.example/orders"`;
const request = (members: string): string => `<request content="a">{ ${shop}, ${members} }</request>`;
const options = (members: string): string => request(`"options": { ${members} }`);
const url = (text: string): string => `<request content="a">{ "url": ${text} }</request>`;
const proxy = (members: string): string => `<proxy-request>{ ${members} }</proxy-request>`;
/** Properties of requests. */
const properties: Mistakes = {
  "header fields in a list": request(`"headers": «["Accept: text/csv"]¦{ "Accept": "text/csv" }»`),
  "header fields as entries": request(
    `"headers": «[{ "name": "Accept", "value": "text/csv" }]¦{ "Accept": "text/csv" }»`,
  ),
  "a header field as a text": request(`"headers": «"Accept: text/csv"|{ "Accept": "text/csv" }»`),
  "a header field with a colon": request(`"headers": { «"Accept:"|"Accept"»: "text/csv" }`),
  "a header field with a space": request(`"headers": { «"X Order"|"X-Order"»: "7" }`),
  "a header field with an object": request(`"headers": { "X-Order": «{ "id": 7 }|"7"» }`),
  "a header field with an underscore": request(
    `"headers": { «"Content_Language"|"Content-Language"»: "de" }`,
  ),
  "a header field in one line with another": request(`"headers": { "X-Order": «"7\\nX-Kind: a"|"7"» }`),
  "a length by hand": request(`«"headers": { "Content-Length": "7" }|"headers": { "X-Order": "7" }»`),
  "a query as a number": request(`"query": «7|{ "limit": 7 }»`),
  "a query with objects": request(`"query": { "filter": «{ "id": 7 }|"id=7"» }`),
  "a query in braces": request(`"query": «"id={{ $request/id }}"|{ "id": {{ $request/id }} }»`),
  "a method as a list": request(`"method": «["GET"]|"GET"»`),
  "a method with its path": request(`"method": «"GET /orders"|"GET"»`),
  "a method that is none": request(`"method": «"DEL"|"DELETE"»`),
  "a method with a space": request(`"method": «"GET "|"GET"»`),
  "a body with GET": request(`"method": «"GET"|"POST"», "body": { "value": { "id": 7 } }`),
  "a body in an attribute of GET": `<request content="a" method="«GET|POST»">{ ${shop}, "body": { "value": 7 } }</request>`,
  "a body as a text": request(`"body": «"id=7"|{ "value": "id=7" }»`),
  "a body as an array": request(`"body": «[1, 2]|{ "value": [1, 2] }»`),
  "a body without value": request(`"body": { «"id": 7|"value": { "id": 7 }» }`),
  "a body with value and src": request(`"method": "POST", "body": { "src": "$body"«, "value": 7|» }`),
  "a body under json and body": request(`"body": { "value": 7 }«, "json": 7|»`),
  "a body beside a form": request(`«"body": { "value": 7 }, |»"post": { "id": "7" }`),
  "a body as an expression": request(`"body": { "src": «"{{ $body }}"|"$body"» }, "method": "POST"`),
  "a body of a wrong kind": request(`"body": { "value": 7, "mime": «"json"|"application/json"» }`),
  "a variable in quotes": `<eval out="$order">string($request/id)</eval>${request(`"body": { "value": «"$order"|{{ $order }}» }`)}`,
  "a variable in quotes, in a field": `<eval out="$order">string($request/id)</eval>${request(`"headers": { "X-Order": «"$order"|{{ $order }}» }`)}`,
  "a variable in quotes, in a query": `<eval out="$order">string($request/id)</eval>${request(`"query": { "id": «"$order"|{{ $order }}» }`)}`,
  "a variable in quotes, in a cookie": `<eval out="$order">string($request/id)</eval>${request(`"cookies": { "id": «"$order"|{{ $order }}» }`)}`,
  "a variable in quotes, in a form": `<eval out="$order">string($request/id)</eval>${request(`"post": { "id": «"$order"|{{ $order }}» }`)}`,
  "the environment in quotes": request(`"headers": { "X-Key": «"$env/SHOP_KEY"|{{ $env/SHOP_KEY }}» }`),
  "the environment in quotes, of credentials": options(
    `"basic-auth-credentials": «"$env/SHOP_LOGIN:x"|{{ $env/SHOP_LOGIN }}»`,
  ),
  "the environment in quotes, of a token": request(
    `"headers": { "Authorization": «"Bearer $env/SHOP_KEY"|{{ concat("Bearer ", $env/SHOP_KEY) }}» }`,
  ),
  "the client's request in quotes": request(`"headers": { "X-Order": «"$request/id"|{{ $request/id }}» }`),
  "braces within a string": request(
    `"headers": { "X-Order": «"order {{ $request/id }}"|{{ concat("order ", $request/id) }}» }`,
  ),
  "braces of a shell": request(`"headers": { "X-Key": «"\${SHOP_KEY}"|{{ $env/SHOP_KEY }}» }`),
  "braces of a shell, in a URL": url(`«"\${SHOP}/orders"|{{ concat($env/SHOP, "/orders") }}»`),
  "cookies as a text": request(`"cookies": «"a=1"|{ "a": "1" }»`),
  "a cookie with an object": request(`"cookies": { "a": «{ "b": 1 }|"1"» }`),
  "an upload as an object": request(
    `"uploads": «{ "name": "a", "value": "b" }¦[{ "name": "a", "value": "b" }]»`,
  ),
  "an upload without its name": request(`"uploads": [{ «"file": "a"|"name": "a"», "value": "b" }]`),
  "an encoding that is none": request(`"encoding": «"gzip"|"ISO-8859-1"»`),
  "an ID as a number": request(`"id": «7|"b"»`),
  "a property with a capital": request(`«"Headers"|"headers"»: { "X-Order": "7" }`),
  "a property called header": request(`«"header"|"headers"»: { "X-Order": "7" }`),
  "a property called option": request(`«"option"|"options"»: { "timeout": 5 }`),
  "a property called auth": request(`«"auth": "a:b"|"options": { "basic-auth-credentials": "a:b" }»`),
  "a time-out beside options": request(`«"timeout": 5|"options": { "timeout": 5 }»`),
  "a query in options": options(`«"query": { "a": "1" }|"timeout": 5»`),
  "a field in options": options(`«"Accept": "text/csv"|"timeout": 5»`),
};

/** Options of requests. */
const ofOptions: Mistakes = {
  "a time-out with its unit": options(`"timeout": «"5s"|5»`),
  "a time-out in milliseconds": options(`"timeout": «5000|5»`),
  "a first byte in milliseconds": options(`"time-to-first-byte-timeout": «3000|3»`),
  "a connection in milliseconds": options(`"connect-timeout": «1500|1.5»`),
  "a time-out of a negative time": options(`"timeout": «-1|5»`),
  "a time-out of nothing": options(`"timeout": «0|5»`),
  "a time-out as an object": options(`"timeout": «{ "connect": 5 }|5»`),
  "a time-out with a unit in its name": options(`«"timeout-ms"|"timeout"»: 5`),
  "a part that takes longer than the whole": options(`"timeout": 2, "connect-timeout": «5|1»`),
  "a switch as a word": options(`"use-http-cache": «"yes"|true»`),
  "a switch as a text": options(`"use-http-cache": «"true"|true»`),
  "a switch as a number": options(`"follow-redirects": «1|true»`),
  "a TTL with its unit": options(`"force-cache-ttl": «"60s"|60»`),
  "a TTL of a fraction": options(`"force-cache-ttl": «0.5|1»`),
  "a retry as a switch": options(`"retry": «true|2»`),
  "a retry by count": options(`"retry": { «"count"|"attempts"»: 3 }`),
  "a retry with a wait in milliseconds": options(`"retry": { "attempts": 3, "wait": «500|0.5» }`),
  "a retry with a wait in words": options(`"retry": { "attempts": 3, "wait": «"500ms"|0.5» }`),
  "a retry of one attempt": options(`"retry": { "attempts": «1|3» }`),
  "a retry on success": options(`"retry": { "on": [«200|502»] }`),
  "a retry on a word": options(`"retry": { "on": [«"network"|"connect"»] }`),
  "a retry on nothing": options(`"retry": { "on": «[]|[502]» }`),
  "two caches at once": options(`«!"force-cache-ttl": 60|"timeout": 5», "use-http-cache": true`),
  "a retry in a list": options(`"retry": «[3]|3»`),
  retries: options(`«"retries"|"retry"»: 3`),
  "a breaker in options": options(`«"breaker": "50% of 20"|"timeout": 5»`),
  "a port as a name": options(`"transport-port": «"https"|443»`),
  "a port that is none": options(`"transport-port": «70000|7000»`),
  "a server with its scheme": options(`"transport-server": «"https://shop.example"|"shop.example"»`),
  "a version of TLS": options(`"tls-version": «"1.2"|"TLSv1.2"»`),
  "a version of TLS as a number": options(`"tls-version": «1.2|"TLSv1.2"»`),
  "credentials without a colon": options(`"basic-auth-credentials": «"secret"|"user:secret"»`),
  "credentials as an object": options(`"basic-auth-credentials": «{ "user": "a" }|"a:b"»`),
  "options as a list": request(`"options": «["timeout"]|{ "timeout": 5 }»`),
  "an option in snake case": options(`«"follow_redirects"|"follow-redirects"»: true`),
  "an option in capitals": options(`«"TIMEOUT"|"timeout"»: 5`),
  "an option with a word less": options(`«"ttfb-timeout"|"time-to-first-byte-timeout"»: 3`),
};

/** URLs. */
const urls: Mistakes = {
  "a URL without scheme": url(`«"shop.example/orders"|"https://shop.example/orders"»`),
  "a URL with two slashes": url(`"https://shop.example«//|/»orders"`),
  "a URL with two slashes behind a variable": url(`{{ concat($env/SHOP, "«//|/»orders") }}`),
  "a URL without slash behind a variable": {
    flow: url(`{{ concat($env/SHOP, "«orders|/orders»") }}`),
    notFound: "The variable may end in a slash.",
  },
  "a URL with a placeholder": url(`«"https://shop.example/orders/{id}"|"https://shop.example/orders/7"»`),
  "a URL with a placeholder in a call": url(`{{ concat($env/SHOP, «"/orders/{id}"|"/orders/7"») }}`),
  "a URL with a parameter of a route": url(
    `«"https://shop.example/orders/:id"|"https://shop.example/orders/7"»`,
  ),
  "a URL with a variable in it": `<eval out="$order">string($request/id)</eval>${url(`«"https://shop.example/orders/$order"|{{ concat("https://shop.example/orders/", urlencode($order)) }}»`)}`,
  "a URL with a variable in a call": `<eval out="$order">string($request/id)</eval>${url(`{{ concat($env/SHOP, «"/orders/$order"|"/orders"») }}`)}`,
  "two slashes before the path of the client": url(`{{ concat("https://shop.example«/|»", $request/path) }}`),
  "a URL that is an environment variable's name": url(`«"$env/SHOP"|{{ $env/SHOP }}»`),
  "a URL with an environment variable in it": url(`«"$env/SHOP/orders"|{{ concat($env/SHOP, "/orders") }}»`),
  "a URL in braces within a string": url(`«"{{ $env/SHOP }}/orders"|{{ concat($env/SHOP, "/orders") }}»`),
  "a URL in an attribute without braces": `<request content="a" url="«$env/SHOP|{$env/SHOP}»"/>`,
  "a URL in an attribute in two braces": `<request content="a" url="«{{$env/SHOP}}|{$env/SHOP}»"/>`,
  "a URL with a fragment": url(`"https://shop.example/orders«#top|»"`),
  "a URL with a port that is none": url(`"https://shop.example:«70000|7000»/orders"`),
  "a URL with a backslash": url(`"https://shop.example«\\\\|/»orders"`),
  "a URL with a semicolon": url(`"https«;|:»//shop.example/orders"`),
  "a URL of a socket": url(`"«wss|https»://shop.example/orders"`),
  "a URL in a list": url(`«["https://shop.example"]|"https://shop.example"»`),
  "a query in both": `<request content="a">{ "url": "https://shop.example/orders«?limit=7|»", "query": { "id": 7 } }</request>`,
  "a URL joined with plus": url(`{{ $env/SHOP «+ "/orders"|» }}`),
};

/** Several requests, proxies, and who reads them. */
const around: Mistakes = {
  "requests in an array": `<requests>«[{ "id": "a", ${shop} }]¦{ "a": { ${shop} } }»</requests>`,
  "a URL in the place of a request": `<requests>{ "a": «"https://shop.example"|{ ${shop} }» }</requests>`,
  "an option in requests": `<requests>{ "a": { ${shop}, «"timeout": 5|"options": { "timeout": 5 }» } }</requests>`,
  "an ID twice": `<requests>{ "a": { ${shop} }, «"a"|"b"»: { ${shop} } }</requests>`,
  "an ID that is read under another name": `<request content="order">{ ${shop} }</request><template>{ "a": {{ content("«orders|order»")/json }} }</template>`,
  "a status that is read under another name": `<request content="order">{ ${shop} }</request><error if="$upstream/«orders|order»/status != 200" status="502"/>`,
  "a status compared with a word": `<request content="a">{ ${shop} }</request><error if="$upstream/a/status != «'OK'|200»" status="502"/>`,
  "a status compared with a class": `<request content="a">{ ${shop} }</request><error if="$upstream/a/status != «'2xx'|200»" status="502"/>`,
  "a proxy to a URL and an origin": proxy(
    `«!"origin": "https://shop.example", |»"url": "https://shop.example/a"`,
  ),
  "a proxy to an origin without scheme": proxy(`"origin": "«|https://»shop.example"`),
  "a proxy with a switch as a text": proxy(
    `"origin": "https://shop.example", "stripEndpoint": «"true"|true»`,
  ),
  "a proxy with a prefix as an object": proxy(
    `"origin": "https://shop.example", "addPrefix": «["/v2"]|"/v2"»`,
  ),
  "a proxy with a property in kebab case": proxy(
    `"origin": "https://shop.example", «"strip-endpoint"|"stripEndpoint"»: true`,
  ),
  "a proxy with a time-out beside options": proxy(
    `"origin": "https://shop.example", «"timeout": 5|"options": { "timeout": 5 }»`,
  ),
  "a proxy that removes a prefix": proxy(
    `"origin": "https://shop.example", «"stripPrefix"|"stripEndpoint"»: true`,
  ),
};

/** Where tokens belong to operations. */
const secured = (scheme: string, security = "[Token: []]", operation = ""): Mistake => ({
  files: {
    "swagger.yaml": `swagger: "2.0"
basePath: /api
securityDefinitions:
  Token: ${scheme}
security: ${security}
paths:
  /orders:
    get:
      x-flow: orders.xml${operation === "" ? "" : `\n      ${operation}`}
`,
  },
});
const token = (jwt: string): Mistake =>
  secured(`{ type: apiKey, in: header, name: Authorization, x-flow-jwt: ${jwt} }`);
const usual = (security: string, operation?: string): Mistake =>
  secured(
    "{ type: apiKey, in: header, name: Authorization, x-flow-jwt: { key: { env: TOKEN_KEY } } }",
    security,
    operation,
  );

const tokens: Mistakes = {
  "a scheme that is not there": usual("[«Tokens|Token»: []]"),
  "security as a mapping": usual("«{ Token: [] }¦[Token: []]»"),
  "security as a name": usual("«Token|[Token: []]»"),
  "security as a list of names": usual("[«Token|Token: []»]"),
  "scopes as a text": usual("[Token: «read|[read]»]"),
  "security of an operation as a mapping": usual("[Token: []]", "security: «{ Token: [] }¦[Token: []]»"),
  "security of an operation as a switch": usual("[Token: []]", "security: «false|[]»"),
  "a key as a text": token("{ key: «TOKEN_KEY|{ env: TOKEN_KEY }» }"),
  "a key with two sources": token("{ key: { env: TOKEN_KEY«, file: key.pem|» } }"),
  "a token as a switch": token("«true|{ key: { env: TOKEN_KEY } }»"),
  "a key that is not there": token("{ «issuer: https://a.example|key: { env: TOKEN_KEY }» }"),
};

/** Mistakes in requests to upstream systems, and in what descriptions say of these systems. */
export const upstreamForms: Mistakes = {
  ...systems,
  ...properties,
  ...ofOptions,
  ...urls,
  ...around,
  ...tokens,
};
