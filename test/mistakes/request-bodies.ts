import type { Mistakes } from "./support.js";

const url = `"url": "https://shop.example/orders"`;

const request = (members: string): string => `<request>{ ${url}, ${members} }</request>`;

const openApi = (proxy: string): string => `swagger: "2.0"
basePath: /api
paths:
  /orders:
    get:
      x-flow: orders.xml
  /users/**:
    x-flow-proxy:
      origin: https://users.example
${proxy}
`;

/** The JSON that actions take: lost bodies, wrong types, names that nothing reads. */
export const requestBodies: Mistakes = {
  // The body
  "a body that is the JSON itself, with placeholders": request(
    `"body": «{ "id": {{ $request/params/id }} }|{ "value": { "id": {{ $body/json/id }} } }»`,
  ),
  "an empty body object": request(`"method": "POST", "body": «{}|{ "value": "" }»`),
  "a body with content-type for mime": request(
    `"body": { "value": "a;b", "«content-type|mime»": "text/csv" }`,
  ),
  "a mime that is no text": request(`"body": { "value": "a", "mime": «true|"text/plain"» }`),
  "a src that is an object": request(`"body": { "src": «["$body"]|"$body"» }`),
  "a body with both src and value": request(`"body": { "src": "$body"«, "value": "x"|» }`),
  "post and body": request(`"post": { "a": 1 }«, "body": { "value": "x" }|»`),
  "uploads and body": request(`"uploads": [{ "name": "f", "value": "x" }]«, "body": { "value": "x" }|»`),

  // Header fields and cookies
  "a header field with several values": request(`"headers": { "Accept": «["a/b", "c/d"]|"a/b, c/d"» }`),
  "Host as a header field": request(`"headers": { "«Host|X-Host»": "shop.example" }`),
  "one header field twice": request(`"headers": { "Accept": "a/b", "«accept|x-accept»": "c/d" }`),
  "cookies as a text": request(`"cookies": «"a=b"|{ "a": "b" }»`),
  "a listed cookie without a name": request(`"cookies": [{ «"key": "a"|"name": "a"», "value": "b" }]`),
  "cookies beside a Cookie field": request(
    `"headers": { "«Cookie|X-Cookie»": "a=b" }, "cookies": { "c": "d" }`,
  ),

  // Method and URL
  "a method that is a number": request(`"method": «1|"GET"»`),
  "a misspelt method in the attribute": {
    flow: `<request method="«DELTE|DELETE»">{ ${url} }</request>`,
    says: /DELETE/,
  },
  "a misspelt method in one branch": request(
    `"method": {{if $request/get/new}}"«PSOT|POST»"{{else}}"GET"{{end}}`,
  ),
  "a blank in the host": `<request>{ "url": "https://«shop example|shop.example»/orders" }</request>`,
  "a URL that is a number": `<request>{ "url": «8080|"http://localhost:8080/"» }</request>`,
  "an empty URL": `<request>{ "url": "«|https://shop.example/»" }</request>`,

  // Query, forms, uploads
  "a query that is a number": request(`"query": «7|"id=7"»`),
  "a listed query without a value": request(`"query": [«{ "name": "a" }|{ "name": "a", "value": 1 }»]`),
  "a form as a text": request(`"post": «"a=1&amp;b=2"|{ "a": 1, "b": 2 }»`),
  "a listed form field with an empty name": request(`"post": [{ "name": "«|a»", "value": "1" }]`),
  "uploads that are no list": request(
    `"uploads": «{ "name": "f", "value": "x" }|[{ "name": "f", "value": "x" }]»`,
  ),
  "an upload without a name": request(`"uploads": [{ «|"name": "f", »"value": "x" }]`),
  "an upload without content": request(`"uploads": [«{ "name": "f" }|{ "name": "f", "value": "" }»]`),
  "a misspelt member of an upload": request(
    `"uploads": [{ "name": "f", "value": "x", "«fileName|filename»": "f.txt" }]`,
  ),
  "an encoding that nobody knows": request(`"query": { "a": "ö" }, "encoding": "«ISO-8859-99|ISO-8859-1»"`),
  "an ID that is a number": request(`"id": «7|"seven"»`),

  // Options
  "a misspelt option of a request": {
    flow: request(`"options": { "«timeuot|timeout»": 5 }`),
    code: "FLOW4017",
  },
  "options as a list": request(`"options": «[{ "timeout": 5 }]|{ "timeout": 5 }»`),
  "redirects that are not followed": request(
    `"options": { "«!max-redirects|max-redirects»": 3«|, "follow-redirects": true» }`,
  ),
  "a check without a definition": request(
    `"options": { "«!validate-response|validate-response»": «true|false» }`,
  ),
  "a header of an option that is an object": request(
    `"options": { "set-response-headers": { "X-A": «{ "b": 1 }|"1"» } }`,
  ),
  "an option that is there twice": request(`"options": { "timeout": 5, "«timeout|connect-timeout»": 4 }`),
  "a property that is there twice": request(`"headers": { "A": "1" }, "«headers|cookies»": { "B": "2" }`),

  // Several requests
  "requests in a list": `<requests>«[{ ${url} }]|{ "a": { ${url} } }»</requests>`,
  "a request that is a URL": `<requests>{ "a": «"https://shop.example/"|{ ${url} }» }</requests>`,
  "an id in requests": `<requests>{ "a": { ${url}«, "id": "b"|» } }</requests>`,
  "two requests of one ID": `<requests>{ "a": { ${url} }, "«a|b»": { ${url} } }</requests>`,
  "a misspelt method in requests": `<requests>{ "a": { ${url}, "method": "«PUHS|PUT»" } }</requests>`,
  "a misspelt property in requests of a loop": `<requests>{ {{loop $body/json/ids}}{{ string(.) }}: { ${url}, "«heders|headers»": { "A": "b" } }{{end}} }</requests>`,
  "a request of the wrong shape": `<request>«[{ ${url} }]|{ ${url} }»</request>`,

  // Proxies
  "an origin without a scheme": `<proxy-request>{ "origin": "«|https://»users.example" }</proxy-request>`,
  "stripEndpoint in quotes": `<proxy-request>{ "origin": "https://users.example", "stripEndpoint": «"true"|true» }</proxy-request>`,
  "a prefix that is a number": `<proxy-request>{ "origin": "https://users.example", "addPrefix": «4|"4"» }</proxy-request>`,
  "a member of a proxy with a hyphen": {
    flow: `<proxy-request>{ "origin": "https://users.example", "«strip-endpoint|stripEndpoint»": true }</proxy-request>`,
    says: /stripEndpoint/,
  },
  "a method of a proxy": `<proxy-request>{ "origin": "https://users.example"«, "method": "POST"|» }</proxy-request>`,
  "headers of x-flow-proxy as a list": {
    files: { "swagger.yaml": openApi(`      headers: «[A, B]|{ A: B }»`) },
  },
  "a misspelt option of x-flow-proxy": {
    files: { "swagger.yaml": openApi(`      options: { «timeot|timeout»: 5 }`) },
  },

  // Response headers
  "response headers in a list": `<set-response-headers>«[{ "X-A": "1" }]|{ "X-A": "1" }»</set-response-headers>`,
  "a status out of range": `<set-response-headers>{ "Status": «700|404» }</set-response-headers>`,
  "a response header of the wrong type under a condition": `<set-response-headers>{ {{if $request/get/a}}"X-A": «{ "b": 1 }|"b"»{{end}} }</set-response-headers>`,

  // Errors and logs
  "a status of an error with a capital": {
    flow: `<error>{ "«Status|status»": 404, "message": "no such order" }</error>`,
    says: /status/,
  },
  "a message of an error without quotes": `<error status="400">«The id is missing|"The id is missing"»</error>`,
  "an error property that is there twice": `<error>{ "message": "no", "«message|hint»": "order" }</error>`,
  "a log field of the system": `<log>{ "«timestamp|time»": "now" }</log>`,
  "a log field that is there twice": `<log>{ "user": "a", "«user|order»": "b" }</log>`,
};
