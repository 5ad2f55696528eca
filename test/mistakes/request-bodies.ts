import type { Mistake } from "./support.js";

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
export const requestBodies: readonly Mistake[] = [
  // The body
  { name: "a body without a value", flow: request(`"body": { "«name|value»": "x" }`) },
  {
    name: "a body that is the JSON itself",
    flow: request(
      `"method": "POST", "body": «{ "user": "fred", "total": 7 }|{ "value": { "user": "fred" } }»`,
    ),
  },
  {
    name: "a body that is the JSON itself, with placeholders",
    flow: request(`"body": «{ "id": {{ $request/params/id }} }|{ "value": { "id": {{ $body/json/id }} } }»`),
  },
  { name: "a body that is a text", flow: request(`"body": «"hello"|{ "value": "hello" }»`) },
  { name: "a body that is an array", flow: request(`"body": «[1, 2]|{ "value": [1, 2] }»`) },
  { name: "an empty body object", flow: request(`"method": "POST", "body": «{}|{ "value": "" }»`) },
  { name: "a body with json for value", flow: request(`"body": { "«json|value»": { "a": 1 } }`) },
  { name: "a body with a misspelt value", flow: request(`"body": { "«vlaue|value»": {{ $body }} }`) },
  {
    name: "a body with only its media type",
    flow: request(`"body": «{ "mime": "text/plain" }|{ "mime": "text/plain", "value": "a" }»`),
  },
  {
    name: "a body with content-type for mime",
    flow: request(`"body": { "value": "a;b", "«content-type|mime»": "text/csv" }`),
  },
  {
    name: "a mime without a slash",
    flow: request(`"body": { "value": "{}", "mime": "«json|application/json»" }`),
  },
  { name: "a mime that is no text", flow: request(`"body": { "value": "a", "mime": «true|"text/plain"» }`) },
  { name: "a src that is an object", flow: request(`"body": { "src": «["$body"]|"$body"» }`) },
  {
    name: "a body with both src and value",
    flow: request(`"body": { "src": "$body"«, "value": "x"|» }`),
  },
  {
    name: "a body on GET",
    flow: request(`"method": "«GET|PUT»", "body": { "value": { "a": 1 } }`),
  },
  { name: "form data on HEAD", flow: request(`"method": "«HEAD|POST»", "post": { "a": 1 }`) },
  {
    name: "a body on the GET of the attribute",
    flow: `<request method="«GET|PATCH»">{ ${url}, "body": { "value": "x" } }</request>`,
  },
  {
    name: "post and body",
    flow: request(`"post": { "a": 1 }«, "body": { "value": "x" }|»`),
  },
  {
    name: "uploads and body",
    flow: request(`"uploads": [{ "name": "f", "value": "x" }]«, "body": { "value": "x" }|»`),
  },
  {
    name: "a body without a value under a condition",
    flow: `<request>{ ${url}{{if $request/get/a}}, "body": { "«vaule|value»": "x" }{{end}} }</request>`,
  },

  // Header fields and cookies
  { name: "headers as a text", flow: request(`"headers": «"Accept: text/html"|{ "Accept": "text/html" }»`) },
  {
    name: "headers as a list of pairs",
    flow: request(`"headers": «[{ "name": "Accept", "value": "text/html" }]|{ "Accept": "text/html" }»`),
  },
  {
    name: "a header field with several values",
    flow: request(`"headers": { "Accept": «["a/b", "c/d"]|"a/b, c/d"» }`),
  },
  { name: "a header field that is an object", flow: request(`"headers": { "X-Trace": «{ "id": 1 }|"1"» }`) },
  { name: "a header name with its colon", flow: request(`"headers": { "«Accept:|Accept»": "text/html" }`) },
  { name: "a header name with a blank", flow: request(`"headers": { "«X Trace|X-Trace»": "1" }`) },
  {
    name: "a header field of the connection",
    flow: request(`"headers": { "«Content-Length|X-Length»": "12" }`),
  },
  { name: "Host as a header field", flow: request(`"headers": { "«Host|X-Host»": "shop.example" }`) },
  { name: "a header value with a line break", flow: request(`"headers": { "X-Note": "«a\\nb|a b»" }`) },
  { name: "a header value that is not Latin-1", flow: request(`"headers": { "X-Note": "«10 €|10 EUR»" }`) },
  {
    name: "one header field twice",
    flow: request(`"headers": { "Accept": "a/b", "«accept|x-accept»": "c/d" }`),
  },
  { name: "cookies as a text", flow: request(`"cookies": «"a=b"|{ "a": "b" }»`) },
  { name: "a cookie name with a blank", flow: request(`"cookies": { "«my cookie|my-cookie»": "b" }`) },
  {
    name: "a listed cookie without a name",
    flow: request(`"cookies": [{ «"key": "a"|"name": "a"», "value": "b" }]`),
  },
  {
    name: "cookies beside a Cookie field",
    flow: request(`"headers": { "«Cookie|X-Cookie»": "a=b" }, "cookies": { "c": "d" }`),
  },
  {
    name: "headers as a text, under a condition",
    flow: `<request>{ ${url}{{if $request/get/a}}, "headers": «"Accept: a/b"|{ "Accept": "a/b" }»{{end}} }</request>`,
  },

  // Method and URL
  { name: "a misspelt method", flow: request(`"method": "«PSOT|POST»"`), says: /POST/ },
  { name: "a method that does not exist", flow: request(`"method": "«UPDATE|PUT»"`) },
  { name: "a method with a blank", flow: request(`"method": "«POST |POST»"`) },
  { name: "a method that cannot be sent", flow: request(`"method": "«TRACE|GET»"`) },
  { name: "a method that is a number", flow: request(`"method": «1|"GET"»`) },
  {
    name: "a misspelt method in the attribute",
    flow: `<request method="«DELTE|DELETE»">{ ${url} }</request>`,
    says: /DELETE/,
  },
  {
    name: "a misspelt method in one branch",
    flow: request(`"method": {{if $request/get/new}}"«PSOT|POST»"{{else}}"GET"{{end}}`),
  },
  {
    name: "a URL without a scheme",
    flow: `<request>{ "url": "«shop.example|https://shop.example»/orders" }</request>`,
  },
  { name: "a URL that is a path", flow: `<request>{ "url": "«|https://shop.example»/orders" }</request>` },
  {
    name: "a host and a port",
    flow: `<request>{ "url": "«localhost:8080|http://localhost:8080»/orders" }</request>`,
  },
  { name: "a misspelt scheme", flow: `<request>{ "url": "«htps|https»://shop.example/orders" }</request>` },
  { name: "a scheme of files", flow: `<request>{ "url": "«ftp|https»://shop.example/orders" }</request>` },
  {
    name: "a blank in the host",
    flow: `<request>{ "url": "https://«shop example|shop.example»/orders" }</request>`,
  },
  { name: "a URL that is a number", flow: `<request>{ "url": «8080|"http://localhost:8080/"» }</request>` },
  { name: "an empty URL", flow: `<request>{ "url": "«|https://shop.example/»" }</request>` },
  {
    name: "a URL without a scheme in the attribute",
    flow: `<request url="«shop.example|https://shop.example»/a">{}</request>`,
  },
  {
    name: "a computed URL without a scheme",
    flow: `<request>{ "url": {{ concat("«shop.example|https://shop.example»/orders/", urlencode($request/get/id)) }} }</request>`,
  },
  {
    name: "a path parameter in a URL",
    flow: `<request>{ "url": "https://shop.example/orders/«{id}|7»" }</request>`,
  },
  {
    name: "a variable in a URL",
    flow: `<eval out="$id">7</eval><request>{ "url": «"https://shop.example/orders/$id"|{{ concat("https://shop.example/orders/", $id) }}» }</request>`,
  },
  {
    name: "an expression in a URL",
    flow: `<request>{ "url": «"$env/SHOP_API"|{{ $env/SHOP_API }}» }</request>`,
  },

  // Query, forms, uploads
  { name: "a query that is a number", flow: request(`"query": «7|"id=7"»`) },
  { name: "a query value that is a list", flow: request(`"query": { "id": «[1, 2]|"1,2"» }`) },
  {
    name: "a listed query without a value",
    flow: request(`"query": [«{ "name": "a" }|{ "name": "a", "value": 1 }»]`),
  },
  { name: "a form as a text", flow: request(`"post": «"a=1&amp;b=2"|{ "a": 1, "b": 2 }»`) },
  {
    name: "a form field that is an object",
    flow: request(`"post": { "user": «{ "name": "fred" }|"fred"» }`),
  },
  {
    name: "a listed form field with an empty name",
    flow: request(`"post": [{ "name": "«|a»", "value": "1" }]`),
  },
  {
    name: "uploads that are no list",
    flow: request(`"uploads": «{ "name": "f", "value": "x" }|[{ "name": "f", "value": "x" }]»`),
  },
  { name: "an upload without a name", flow: request(`"uploads": [{ «|"name": "f", »"value": "x" }]`) },
  {
    name: "an upload without content",
    flow: request(`"uploads": [«{ "name": "f" }|{ "name": "f", "value": "" }»]`),
  },
  {
    name: "a misspelt member of an upload",
    flow: request(`"uploads": [{ "name": "f", "value": "x", "«fileName|filename»": "f.txt" }]`),
  },
  {
    name: "an encoding that nobody knows",
    flow: request(`"query": { "a": "ö" }, "encoding": "«ISO-8859-99|ISO-8859-1»"`),
  },
  { name: "an ID that is a number", flow: request(`"id": «7|"seven"»`) },

  // Options
  {
    name: "a misspelt option of a request",
    flow: request(`"options": { "«timeuot|timeout»": 5 }`),
    code: "FLOW4017",
  },
  { name: "options as a list", flow: request(`"options": «[{ "timeout": 5 }]|{ "timeout": 5 }»`) },
  { name: "a time-out in milliseconds", flow: request(`"options": { "timeout": «5000|5» }`) },
  { name: "a time-out with its unit", flow: request(`"options": { "timeout": «"5s"|5» }`), code: "FLOW4044" },
  { name: "a time-out of 0", flow: request(`"options": { "timeout": «0|30» }`) },
  {
    name: "a connection with more time than the request",
    flow: request(`"options": { "timeout": 2, "connect-timeout": «5|1» }`),
  },
  {
    name: "an option that is true in quotes",
    flow: request(`"options": { "follow-redirects": «"true"|true» }`),
    code: "FLOW4044",
  },
  {
    name: "redirects that are not followed",
    flow: request(`"options": { "«!max-redirects|max-redirects»": 3«|, "follow-redirects": true» }`),
  },
  {
    name: "a check without a definition",
    flow: request(`"options": { "«!validate-response|validate-response»": «true|false» }`),
  },
  {
    name: "credentials without a password",
    flow: request(`"options": { "basic-auth-credentials": "«fred|fred:secret»" }`),
  },
  {
    name: "a header of an option that is an object",
    flow: request(`"options": { "set-response-headers": { "X-A": «{ "b": 1 }|"1"» } }`),
  },
  {
    name: "a header name of an option",
    flow: request(`"options": { "set-response-headers": { "«X A|X-A»": "1" } }`),
  },
  {
    name: "a time-out in milliseconds, under a condition",
    flow: `<request>{ ${url}{{if $request/get/a}}, "options": { "timeout": «30000|30» }{{end}} }</request>`,
  },
  {
    name: "an option that is there twice",
    flow: request(`"options": { "timeout": 5, "«timeout|connect-timeout»": 4 }`),
  },
  {
    name: "a property that is there twice",
    flow: request(`"headers": { "A": "1" }, "«headers|cookies»": { "B": "2" }`),
  },

  // Several requests
  { name: "requests in a list", flow: `<requests>«[{ ${url} }]|{ "a": { ${url} } }»</requests>` },
  {
    name: "a request that is a URL",
    flow: `<requests>{ "a": «"https://shop.example/"|{ ${url} }» }</requests>`,
  },
  {
    name: "one request in requests",
    flow: `<requests>{ «"url": "https://shop.example/"|"a": { ${url} }» }</requests>`,
  },
  { name: "an id in requests", flow: `<requests>{ "a": { ${url}«, "id": "b"|» } }</requests>` },
  { name: "two requests of one ID", flow: `<requests>{ "a": { ${url} }, "«a|b»": { ${url} } }</requests>` },
  {
    name: "a misspelt method in requests",
    flow: `<requests>{ "a": { ${url}, "method": "«PUHS|PUT»" } }</requests>`,
  },
  {
    name: "a lost body in requests under a condition",
    flow: `<requests>{ {{if $request/get/a}}"a": { ${url}, "body": { "«text|value»": "x" } }{{end}} }</requests>`,
  },
  {
    name: "a misspelt property in requests of a loop",
    flow: `<requests>{ {{loop $body/json/ids}}{{ string(.) }}: { ${url}, "«heders|headers»": { "A": "b" } }{{end}} }</requests>`,
  },
  { name: "a request of the wrong shape", flow: `<request>«[{ ${url} }]|{ ${url} }»</request>` },
  { name: "a request that is a URL alone", flow: `<request>«"https://shop.example/"|{ ${url} }»</request>` },

  // Proxies
  {
    name: "an origin without a scheme",
    flow: `<proxy-request>{ "origin": "«|https://»users.example" }</proxy-request>`,
  },
  {
    name: "stripEndpoint in quotes",
    flow: `<proxy-request>{ "origin": "https://users.example", "stripEndpoint": «"true"|true» }</proxy-request>`,
  },
  {
    name: "a prefix that is a number",
    flow: `<proxy-request>{ "origin": "https://users.example", "addPrefix": «4|"4"» }</proxy-request>`,
  },
  {
    name: "headers of a proxy as a list",
    flow: `<proxy-request>{ "origin": "https://users.example", "headers": «["A"]|{ "A": "b" }» }</proxy-request>`,
  },
  {
    name: "a member of a proxy with a hyphen",
    flow: `<proxy-request>{ "origin": "https://users.example", "«strip-endpoint|stripEndpoint»": true }</proxy-request>`,
    says: /stripEndpoint/,
  },
  {
    name: "a method of a proxy",
    flow: `<proxy-request>{ "origin": "https://users.example"«, "method": "POST"|» }</proxy-request>`,
  },
  {
    name: "a time-out of a proxy in milliseconds",
    flow: `<proxy-request>{ "origin": "https://users.example", "options": { "timeout": «9000|9» } }</proxy-request>`,
  },
  {
    name: "headers of x-flow-proxy as a list",
    files: { "swagger.yaml": openApi(`      headers: «[A, B]|{ A: B }»`) },
  },
  {
    name: "stripEndpoint of x-flow-proxy in quotes",
    files: { "swagger.yaml": openApi(`      stripEndpoint: «"yes"|true»`) },
  },
  {
    name: "a misspelt option of x-flow-proxy",
    files: { "swagger.yaml": openApi(`      options: { «timeot|timeout»: 5 }`) },
  },

  // Response headers
  {
    name: "response headers in a list",
    flow: `<set-response-headers>«[{ "X-A": "1" }]|{ "X-A": "1" }»</set-response-headers>`,
  },
  {
    name: "response headers as a text",
    flow: `<set-response-headers>«"X-A: 1"|{ "X-A": "1" }»</set-response-headers>`,
  },
  {
    name: "a response header name with a blank",
    flow: `<set-response-headers>{ "«X A|X-A»": "1" }</set-response-headers>`,
  },
  {
    name: "a response header name with a colon",
    flow: `<set-response-headers>{ "«X-A:|X-A»": "1" }</set-response-headers>`,
  },
  {
    name: "a response header of the connection",
    flow: `<set-response-headers>{ "«Content-Length|X-Length»": 12 }</set-response-headers>`,
  },
  {
    name: "an object in a list of values",
    flow: `<set-response-headers>{ "Set-Cookie": [«{ "a": 1 }|"a=1"»] }</set-response-headers>`,
  },
  {
    name: "a status out of range",
    flow: `<set-response-headers>{ "Status": «700|404» }</set-response-headers>`,
  },
  {
    name: "a status in words",
    flow: `<set-response-headers>{ "Status": «"Not Found"|404» }</set-response-headers>`,
  },
  {
    name: "one response header twice",
    flow: `<set-response-headers>{ "X-A": "1", "«x-a|x-b»": "2" }</set-response-headers>`,
  },
  {
    name: "a response header with a line break",
    flow: `<set-response-headers>{ "X-A": "«1\\r\\nX-B: 2|1»" }</set-response-headers>`,
  },
  {
    name: "a response header of the wrong type under a condition",
    flow: `<set-response-headers>{ {{if $request/get/a}}"X-A": «{ "b": 1 }|"b"»{{end}} }</set-response-headers>`,
  },
  {
    name: "a content type without a slash",
    flow: `<set-response-headers>{ "Content-Type": "«json|application/json»" }</set-response-headers>`,
  },

  // Errors and logs
  {
    name: "the status of an error in quotes",
    flow: `<error>{ "status": «"404"|404», "message": "no such order" }</error>`,
  },
  { name: "the status of an error out of range", flow: `<error>{ "status": «1404|404» }</error>` },
  { name: "the code of an error out of range", flow: `<error>{ "code": «40400|4040» }</error>` },
  {
    name: "the info of an error as a text",
    flow: `<error>{ "info": «"see the log"|["see the log"]» }</error>`,
  },
  {
    name: "a misspelt message of an error",
    flow: `<error status="404">{ "«mesage|message»": "no such order" }</error>`,
    says: /message/,
  },
  {
    name: "a status of an error with a capital",
    flow: `<error>{ "«Status|status»": 404, "message": "no such order" }</error>`,
    says: /status/,
  },
  {
    name: "a message of an error without quotes",
    flow: `<error status="400">«The id is missing|"The id is missing"»</error>`,
  },
  { name: "an error in a list", flow: `<error>«[{ "message": "no" }]|{ "message": "no" }»</error>` },
  {
    name: "the status of an error in quotes under a condition",
    flow: `<error>{ "message": "no"{{if $request/get/a}}, "status": «"404"|404»{{end}} }</error>`,
  },
  {
    name: "an error property that is there twice",
    flow: `<error>{ "message": "no", "«message|hint»": "order" }</error>`,
  },
  { name: "a log in a list", flow: `<log>«["a"]|{ "a": 1 }»</log>` },
  { name: "a log as a text", flow: `<log>«"the order is gone"|{ "note": "the order is gone" }»</log>` },
  { name: "a log field of the system", flow: `<log>{ "«timestamp|time»": "now" }</log>` },
  {
    name: "a log field of the system under a condition",
    flow: `<log>{ {{if $request/get/a}}"«status|state»": "gone"{{end}} }</log>`,
  },
  { name: "a log field that is there twice", flow: `<log>{ "user": "a", "«user|order»": "b" }</log>` },
  {
    name: "a lost body in the file of a template",
    files: {
      "request.json": `{ ${url},\n  "method": "POST",\n  "body": { "«data|value»": { "a": 1 } }\n}\n`,
      "orders.xml": `<flow><request src="request.json"/></flow>\n`,
    },
  },
];
