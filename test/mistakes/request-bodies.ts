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
  "a body without a value": request(`"body": { "«name|value»": "x" }`),
  "a body that is the JSON itself": request(
    `"method": "POST", "body": «{ "user": "fred", "total": 7 }|{ "value": { "user": "fred" } }»`,
  ),
  "a body that is the JSON itself, with placeholders": request(
    `"body": «{ "id": {{ $request/params/id }} }|{ "value": { "id": {{ $body/json/id }} } }»`,
  ),
  "a body that is a text": request(`"body": «"hello"|{ "value": "hello" }»`),
  "a body that is an array": request(`"body": «[1, 2]|{ "value": [1, 2] }»`),
  "an empty body object": request(`"method": "POST", "body": «{}|{ "value": "" }»`),
  "a body with json for value": request(`"body": { "«json|value»": { "a": 1 } }`),
  "a body with a misspelt value": request(`"body": { "«vlaue|value»": {{ $body }} }`),
  "a body with only its media type": request(
    `"body": «{ "mime": "text/plain" }|{ "mime": "text/plain", "value": "a" }»`,
  ),
  "a body with content-type for mime": request(
    `"body": { "value": "a;b", "«content-type|mime»": "text/csv" }`,
  ),
  "a mime without a slash": request(`"body": { "value": "{}", "mime": "«json|application/json»" }`),
  "a mime that is no text": request(`"body": { "value": "a", "mime": «true|"text/plain"» }`),
  "a src that is an object": request(`"body": { "src": «["$body"]|"$body"» }`),
  "a body with both src and value": request(`"body": { "src": "$body"«, "value": "x"|» }`),
  "a body on GET": request(`"method": "«GET|PUT»", "body": { "value": { "a": 1 } }`),
  "form data on HEAD": request(`"method": "«HEAD|POST»", "post": { "a": 1 }`),
  "a body on the GET of the attribute": `<request method="«GET|PATCH»">{ ${url}, "body": { "value": "x" } }</request>`,
  "post and body": request(`"post": { "a": 1 }«, "body": { "value": "x" }|»`),
  "uploads and body": request(`"uploads": [{ "name": "f", "value": "x" }]«, "body": { "value": "x" }|»`),
  "a body without a value under a condition": `<request>{ ${url}{{if $request/get/a}}, "body": { "«vaule|value»": "x" }{{end}} }</request>`,

  // Header fields and cookies
  "headers as a text": request(`"headers": «"Accept: text/html"|{ "Accept": "text/html" }»`),
  "headers as a list of pairs": request(
    `"headers": «[{ "name": "Accept", "value": "text/html" }]|{ "Accept": "text/html" }»`,
  ),
  "a header field with several values": request(`"headers": { "Accept": «["a/b", "c/d"]|"a/b, c/d"» }`),
  "a header field that is an object": request(`"headers": { "X-Trace": «{ "id": 1 }|"1"» }`),
  "a header name with its colon": request(`"headers": { "«Accept:|Accept»": "text/html" }`),
  "a header name with a blank": request(`"headers": { "«X Trace|X-Trace»": "1" }`),
  "a header field of the connection": request(`"headers": { "«Content-Length|X-Length»": "12" }`),
  "Host as a header field": request(`"headers": { "«Host|X-Host»": "shop.example" }`),
  "a header value with a line break": request(`"headers": { "X-Note": "«a\\nb|a b»" }`),
  "a header value that is not Latin-1": request(`"headers": { "X-Note": "«10 €|10 EUR»" }`),
  "one header field twice": request(`"headers": { "Accept": "a/b", "«accept|x-accept»": "c/d" }`),
  "cookies as a text": request(`"cookies": «"a=b"|{ "a": "b" }»`),
  "a cookie name with a blank": request(`"cookies": { "«my cookie|my-cookie»": "b" }`),
  "a listed cookie without a name": request(`"cookies": [{ «"key": "a"|"name": "a"», "value": "b" }]`),
  "cookies beside a Cookie field": request(
    `"headers": { "«Cookie|X-Cookie»": "a=b" }, "cookies": { "c": "d" }`,
  ),
  "headers as a text, under a condition": `<request>{ ${url}{{if $request/get/a}}, "headers": «"Accept: a/b"|{ "Accept": "a/b" }»{{end}} }</request>`,

  // Method and URL
  "a misspelt method": { flow: request(`"method": "«PSOT|POST»"`), says: /POST/ },
  "a method that does not exist": request(`"method": "«UPDATE|PUT»"`),
  "a method with a blank": request(`"method": "«POST |POST»"`),
  "a method that cannot be sent": request(`"method": "«TRACE|GET»"`),
  "a method that is a number": request(`"method": «1|"GET"»`),
  "a misspelt method in the attribute": {
    flow: `<request method="«DELTE|DELETE»">{ ${url} }</request>`,
    says: /DELETE/,
  },
  "a misspelt method in one branch": request(
    `"method": {{if $request/get/new}}"«PSOT|POST»"{{else}}"GET"{{end}}`,
  ),
  "a URL without a scheme": `<request>{ "url": "«shop.example|https://shop.example»/orders" }</request>`,
  "a URL that is a path": `<request>{ "url": "«|https://shop.example»/orders" }</request>`,
  "a host and a port": `<request>{ "url": "«localhost:8080|http://localhost:8080»/orders" }</request>`,
  "a misspelt scheme": `<request>{ "url": "«htps|https»://shop.example/orders" }</request>`,
  "a scheme of files": `<request>{ "url": "«ftp|https»://shop.example/orders" }</request>`,
  "a blank in the host": `<request>{ "url": "https://«shop example|shop.example»/orders" }</request>`,
  "a URL that is a number": `<request>{ "url": «8080|"http://localhost:8080/"» }</request>`,
  "an empty URL": `<request>{ "url": "«|https://shop.example/»" }</request>`,
  "a URL without a scheme in the attribute": `<request url="«shop.example|https://shop.example»/a">{}</request>`,
  "a computed URL without a scheme": `<request>{ "url": {{ concat("«shop.example|https://shop.example»/orders/", urlencode($request/get/id)) }} }</request>`,
  "a path parameter in a URL": `<request>{ "url": "https://shop.example/orders/«{id}|7»" }</request>`,
  "a variable in a URL": `<eval out="$id">7</eval><request>{ "url": «"https://shop.example/orders/$id"|{{ concat("https://shop.example/orders/", $id) }}» }</request>`,
  "an expression in a URL": `<request>{ "url": «"$env/SHOP_API"|{{ $env/SHOP_API }}» }</request>`,

  // Query, forms, uploads
  "a query that is a number": request(`"query": «7|"id=7"»`),
  "a query value that is a list": request(`"query": { "id": «[1, 2]|"1,2"» }`),
  "a listed query without a value": request(`"query": [«{ "name": "a" }|{ "name": "a", "value": 1 }»]`),
  "a form as a text": request(`"post": «"a=1&amp;b=2"|{ "a": 1, "b": 2 }»`),
  "a form field that is an object": request(`"post": { "user": «{ "name": "fred" }|"fred"» }`),
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
  "a time-out in milliseconds": request(`"options": { "timeout": «5000|5» }`),
  "a time-out with its unit": { flow: request(`"options": { "timeout": «"5s"|5» }`), code: "FLOW4044" },
  "a time-out of 0": request(`"options": { "timeout": «0|30» }`),
  "a connection with more time than the request": request(
    `"options": { "timeout": 2, "connect-timeout": «5|1» }`,
  ),
  "an option that is true in quotes": {
    flow: request(`"options": { "follow-redirects": «"true"|true» }`),
    code: "FLOW4044",
  },
  "redirects that are not followed": request(
    `"options": { "«!max-redirects|max-redirects»": 3«|, "follow-redirects": true» }`,
  ),
  "a check without a definition": request(
    `"options": { "«!validate-response|validate-response»": «true|false» }`,
  ),
  "credentials without a password": request(`"options": { "basic-auth-credentials": "«fred|fred:secret»" }`),
  "a header of an option that is an object": request(
    `"options": { "set-response-headers": { "X-A": «{ "b": 1 }|"1"» } }`,
  ),
  "a header name of an option": request(`"options": { "set-response-headers": { "«X A|X-A»": "1" } }`),
  "a time-out in milliseconds, under a condition": `<request>{ ${url}{{if $request/get/a}}, "options": { "timeout": «30000|30» }{{end}} }</request>`,
  "an option that is there twice": request(`"options": { "timeout": 5, "«timeout|connect-timeout»": 4 }`),
  "a property that is there twice": request(`"headers": { "A": "1" }, "«headers|cookies»": { "B": "2" }`),

  // Several requests
  "requests in a list": `<requests>«[{ ${url} }]|{ "a": { ${url} } }»</requests>`,
  "a request that is a URL": `<requests>{ "a": «"https://shop.example/"|{ ${url} }» }</requests>`,
  "one request in requests": `<requests>{ «"url": "https://shop.example/"|"a": { ${url} }» }</requests>`,
  "an id in requests": `<requests>{ "a": { ${url}«, "id": "b"|» } }</requests>`,
  "two requests of one ID": `<requests>{ "a": { ${url} }, "«a|b»": { ${url} } }</requests>`,
  "a misspelt method in requests": `<requests>{ "a": { ${url}, "method": "«PUHS|PUT»" } }</requests>`,
  "a lost body in requests under a condition": `<requests>{ {{if $request/get/a}}"a": { ${url}, "body": { "«text|value»": "x" } }{{end}} }</requests>`,
  "a misspelt property in requests of a loop": `<requests>{ {{loop $body/json/ids}}{{ string(.) }}: { ${url}, "«heders|headers»": { "A": "b" } }{{end}} }</requests>`,
  "a request of the wrong shape": `<request>«[{ ${url} }]|{ ${url} }»</request>`,
  "a request that is a URL alone": `<request>«"https://shop.example/"|{ ${url} }»</request>`,

  // Proxies
  "an origin without a scheme": `<proxy-request>{ "origin": "«|https://»users.example" }</proxy-request>`,
  "stripEndpoint in quotes": `<proxy-request>{ "origin": "https://users.example", "stripEndpoint": «"true"|true» }</proxy-request>`,
  "a prefix that is a number": `<proxy-request>{ "origin": "https://users.example", "addPrefix": «4|"4"» }</proxy-request>`,
  "headers of a proxy as a list": `<proxy-request>{ "origin": "https://users.example", "headers": «["A"]|{ "A": "b" }» }</proxy-request>`,
  "a member of a proxy with a hyphen": {
    flow: `<proxy-request>{ "origin": "https://users.example", "«strip-endpoint|stripEndpoint»": true }</proxy-request>`,
    says: /stripEndpoint/,
  },
  "a method of a proxy": `<proxy-request>{ "origin": "https://users.example"«, "method": "POST"|» }</proxy-request>`,
  "a time-out of a proxy in milliseconds": `<proxy-request>{ "origin": "https://users.example", "options": { "timeout": «9000|9» } }</proxy-request>`,
  "headers of x-flow-proxy as a list": {
    files: { "swagger.yaml": openApi(`      headers: «[A, B]|{ A: B }»`) },
  },
  "stripEndpoint of x-flow-proxy in quotes": {
    files: { "swagger.yaml": openApi(`      stripEndpoint: «"yes"|true»`) },
  },
  "a misspelt option of x-flow-proxy": {
    files: { "swagger.yaml": openApi(`      options: { «timeot|timeout»: 5 }`) },
  },

  // Response headers
  "response headers in a list": `<set-response-headers>«[{ "X-A": "1" }]|{ "X-A": "1" }»</set-response-headers>`,
  "response headers as a text": `<set-response-headers>«"X-A: 1"|{ "X-A": "1" }»</set-response-headers>`,
  "a response header name with a blank": `<set-response-headers>{ "«X A|X-A»": "1" }</set-response-headers>`,
  "a response header name with a colon": `<set-response-headers>{ "«X-A:|X-A»": "1" }</set-response-headers>`,
  "a response header of the connection": `<set-response-headers>{ "«Content-Length|X-Length»": 12 }</set-response-headers>`,
  "an object in a list of values": `<set-response-headers>{ "Set-Cookie": [«{ "a": 1 }|"a=1"»] }</set-response-headers>`,
  "a status out of range": `<set-response-headers>{ "Status": «700|404» }</set-response-headers>`,
  "a status in words": `<set-response-headers>{ "Status": «"Not Found"|404» }</set-response-headers>`,
  "one response header twice": `<set-response-headers>{ "X-A": "1", "«x-a|x-b»": "2" }</set-response-headers>`,
  "a response header with a line break": `<set-response-headers>{ "X-A": "«1\\r\\nX-B: 2|1»" }</set-response-headers>`,
  "a response header of the wrong type under a condition": `<set-response-headers>{ {{if $request/get/a}}"X-A": «{ "b": 1 }|"b"»{{end}} }</set-response-headers>`,
  "a content type without a slash": `<set-response-headers>{ "Content-Type": "«json|application/json»" }</set-response-headers>`,

  // Errors and logs
  "the status of an error in quotes": `<error>{ "status": «"404"|404», "message": "no such order" }</error>`,
  "the status of an error out of range": `<error>{ "status": «1404|404» }</error>`,
  "the code of an error out of range": `<error>{ "code": «40400|4040» }</error>`,
  "the info of an error as a text": `<error>{ "info": «"see the log"|["see the log"]» }</error>`,
  "a misspelt message of an error": {
    flow: `<error status="404">{ "«mesage|message»": "no such order" }</error>`,
    says: /message/,
  },
  "a status of an error with a capital": {
    flow: `<error>{ "«Status|status»": 404, "message": "no such order" }</error>`,
    says: /status/,
  },
  "a message of an error without quotes": `<error status="400">«The id is missing|"The id is missing"»</error>`,
  "an error in a list": `<error>«[{ "message": "no" }]|{ "message": "no" }»</error>`,
  "the status of an error in quotes under a condition": `<error>{ "message": "no"{{if $request/get/a}}, "status": «"404"|404»{{end}} }</error>`,
  "an error property that is there twice": `<error>{ "message": "no", "«message|hint»": "order" }</error>`,
  "a log in a list": `<log>«["a"]|{ "a": 1 }»</log>`,
  "a log as a text": `<log>«"the order is gone"|{ "note": "the order is gone" }»</log>`,
  "a log field of the system": `<log>{ "«timestamp|time»": "now" }</log>`,
  "a log field of the system under a condition": `<log>{ {{if $request/get/a}}"«status|state»": "gone"{{end}} }</log>`,
  "a log field that is there twice": `<log>{ "user": "a", "«user|order»": "b" }</log>`,
  "a lost body in the file of a template": {
    files: {
      "request.json": `{ ${url},\n  "method": "POST",\n  "body": { "«data|value»": { "a": 1 } }\n}\n`,
      "orders.xml": `<flow><request src="request.json"/></flow>\n`,
    },
  },
};
