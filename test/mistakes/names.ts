import type { Mistakes } from "./support.js";

/** An API description with these entries under `paths`. */
const description = (paths: string, head = "") => `swagger: "2.0"
basePath: /api
${head}paths:
${paths}`;

/** `orders.xml` answers `GET` of this path. */
const orders = (path: string) => description(`  ${path}:\n    get:\n      x-flow: orders.xml\n`);

const flow = (content: string) => `<flow>\n${content}\n</flow>\n`;

const ok = flow(`<template>{ "ok": true }</template>`);

const users = `<request content="users">{ "url": "https://users.example/" }</request>`;

const predefined: Mistakes = {
  "a misspelt member of the request": `<eval out="$all">concat($request/host, $request/«pat|path»)</eval><template>{ "a": {{ $all }} }</template>`,
  "query parameters by another name": `<template>{ "page": {{ $request/«params/page|get/page» }} }</template>`,
  "header fields in the singular": `<if test="$request/«header|headers»/accept = 'text/csv'"><template>{ "a": 1 }</template></if>`,
  "a cookie in the singular": `<template>{ "session": {{ $request/«cookie|cookies»/session }} }</template>`,
  "JSON as a member of the request": `<template>{ "id": {{ «$request/json/id|$body/json/id» }} }</template>`,
  "a member of a text": `<template>{ "a": {{ $request/path«/orders|» }} }</template>`,
  "a misspelt member in a pair producer": `<template>{ {{with $request}} {{: method | «pth|path» }} {{end}} }</template>`,
  "a misspelt member inside of {{with}}": `<template>{ {{with $request}} "m": {{ «metod|method» }} {{end}} }</template>`,
  "a misspelt member in a copy": `<eval out="$client">$request</eval><template>{ "m": {{ $client/«mehtod|method» }} }</template>`,
  "a member of the server that there is not": `<template>{ "v": {{ $server/«nmae|name» }} }</template>`,
  "the role of the server, misspelt": `<if test="$server/«roll|role» = 'staging'"><template>{ "a": 1 }</template></if>`,
  "the status of a response, by another name": `${users}<if test="$upstream/users/«statusCode|status» != 200"><error/></if>`,
  "a misspelt status of a response": `${users}<template>{ "s": {{ $upstream/users/«staus|status» }} }</template>`,
  "header fields of a response in the singular": `${users}<template>{ "s": {{ $upstream/users/«header|headers»/etag }} }</template>`,
  "whether a response was cached, in lower case": `${users}<template>{ "s": {{ $upstream/users/«cachehit|cacheHit» }} }</template>`,
  "the ID of a request as a variable": `${users}<template>{ "s": {{ «$users/name|content("users")/json/name» }} }</template>`,
  "the ID of a request in another case": `${users}<template>{ "s": {{ content("«Users|users»")/json/name }} }</template>`,
  "a misspelt ID among several requests": `<requests>{ "stock": { "url": "https://stock.example/" }, "prices": { "url": "https://prices.example/" } }</requests>
<template>{ "s": {{ $upstream/stock/status }}, "p": {{ $upstream/«price|prices»/status }} }</template>`,
  "the ID of the request in an error, in another case": {
    files: {
      "swagger.yaml": description(
        `  /orders:\n    get:\n      x-flow: orders.xml\n`,
        "x-flow-error:\n  flow: error.xml\n",
      ),
      "orders.xml": flow(
        `<error if="$request/get/x">{ "message": "no", "reason": "x" }</error><template>1</template>`,
      ),
      "error.xml": flow(
        `<template>{ "r": {{ $error/reason }}, "id": {{ $error/«requestId|requestID» }} }</template>`,
      ),
    },
  },
};

const templates: Mistakes = {
  "a misspelt member of a constant template": `<template out="$user">{ "name": "Ada", "mail": "ada@example.com" }</template>
<template>{ "n": {{ $user/«nmae|name» }} }</template>`,
  "a member of a template in another case": `<template out="$user">{ "firstName": {{ $request/get/first }} }</template>
<template>{ "n": {{ $user/«firstname|firstName» }} }</template>`,
  "a misspelt member deep in a template": `<template out="$config">{ "api": { "limits": { "page": 50 } } }</template>
<template>{ "n": {{ $config/api/«limit|limits»/page }} }</template>`,
  "a misspelt member of items in a template": `<template out="$rows">[ { "price": 1 }, { "price": 2 } ]</template>
<template>{ "n": [ {{loop $rows}} {{ «prize|price» }} {{end}} ] }</template>`,
  "items of an object of a template": `<template out="$page">{ "items": [ 1, 2 ] }</template>
<template>{ "n": {{ count($page/«item|items»/value) }} }</template>`,
  "a member under conditions, misspelt": `<template out="$a">{ {{if $request/get/full}} "detail": 1, {{end}} "id": 2 }</template>
<template>{ "n": {{ $a/«details|detail» }} }</template>`,
  "a misspelt member of a variable that a sub-flow sets": {
    files: {
      "orders.xml": flow(
        `<sub-flow src="load.xml"/><template>{ "n": {{ $settings/«colour|color» }} }</template>`,
      ),
      "load.xml": flow(`<template out="$settings">{ "color": "red" }</template>`),
    },
  },
  "a misspelt member of a copy of a part": `<template out="$order">{ "customer": { "city": "Ulm" } }</template>
<eval out="$customer">$order/customer</eval>
<template>{ "n": {{ $customer/«citi|city» }} }</template>`,
  "a member of one of two templates": `<if test="$request/get/vip"><template out="$rate">{ "percent": 5 }</template></if>
<else><template out="$rate">{ "percent": 9 }</template></else>
<template>{ "n": {{ $rate/«precent|percent» }} }</template>`,
};

const fields: Mistakes = {
  "a misspelt header field in <set-header>": `<set-header name="«Loaction|Location»" value="/orders/1"/>`,
};

const parameters: Mistakes = {
  "a path parameter by another name": {
    files: {
      "swagger.yaml": orders("/orders/{orderId}"),
      "orders.xml": flow(`<template>{ "id": {{ $request/params/«id|orderId» }} }</template>`),
    },
  },
  "a path parameter that none of the routes has": {
    files: {
      "swagger.yaml": description(`  /orders/{id}:
    get:
      x-flow: orders.xml
  /archive/{year}/{id}:
    get:
      x-flow: orders.xml
`),
      "orders.xml": flow(
        `<template>{ "id": {{ $request/params/id }}, "y": {{ $request/params/«yaer|year» }} }</template>`,
      ),
    },
  },
  "a path parameter in a sub-flow": {
    files: {
      "swagger.yaml": description(`  /orders/{id}:
    get:
      x-flow: orders.xml
  /archive/{year}:
    get:
      x-flow: archive.xml
`),
      "orders.xml": flow(`<sub-flow src="load.xml"/>`),
      "archive.xml": flow(`<sub-flow src="load.xml"/>`),
      "load.xml": flow(
        `<template>{ "i": {{ $request/params/«key|id» }}, "y": {{ $request/params/year }} }</template>`,
      ),
    },
  },
  "a path parameter that only another route has": {
    files: {
      "swagger.yaml": description(`  /orders/{id}:
    get:
      x-flow: orders.xml
  /archive/{year}:
    get:
      x-flow: archive.xml
`),
      "orders.xml": flow(`<template>{ "i": {{ $request/params/«year|id» }} }</template>`),
      "archive.xml": flow(`<template>{ "y": {{ $request/params/year }} }</template>`),
    },
  },
  "a query parameter in another case": {
    files: {
      "swagger.yaml": description(`  /orders:
    get:
      x-flow: orders.xml
      parameters:
        - { name: customerId, in: query, type: string }
`),
      "orders.xml": flow(`<template>{ "c": {{ $request/get/«customerID|customerId» }} }</template>`),
    },
  },
  "a declared path parameter that the path does not have": {
    files: {
      "swagger.yaml": description(`  /orders/{id}:
    get:
      x-flow: orders.xml
      parameters:
        - { name: «orderId|id», in: path, required: true, type: string }
`),
      "orders.xml": flow(`<template>{ "id": {{ $request/params/id }} }</template>`),
    },
  },
  "a path parameter that is not declared": {
    files: {
      "swagger.yaml": description(`  /shops/{shop}/orders/«{id}|all»:
    get:
      x-flow: orders.xml
      parameters:
        - { name: shop, in: path, required: true, type: string }
`),
    },
  },
  "two operations with one ID": {
    files: {
      "swagger.yaml": description(`  /orders:
    get:
      operationId: getOrders
      x-flow: orders.xml
    post:
      operationId: «getOrders|addOrder»
      x-flow: orders.xml
`),
    },
  },
  "two operations of different paths with one ID": {
    files: {
      "swagger.yaml": description(`  /orders:
    get:
      operationId: list
      x-flow: orders.xml
  /archive:
    get:
      operationId: «list|listArchive»
      x-flow: orders.xml
`),
    },
  },
};

const variables: Mistakes = {
  "a variable that a branch does not set": `<if test="$request/get/vip"><eval out="$rate">5</eval></if>
<elseif test="$request/get/student"><eval out="$rate">7</eval></elseif>
<template>{ "price": {{ «$rate|$rate ?? 9» }} }</template>`,
  "a variable that the other way does not set": `<if test="$request/get/vip"><eval out="$rate">5</eval></if>
<else><eval out="$«price|rate»">9</eval></else>
<template>{ "price": {{ «!$rate|$rate» }}, "p": {{ $«price|rate» }} }</template>`,
  "a variable that is computed with, and set under a condition": `«|<eval out="$offset">0</eval>»
<eval out="$offset" if="$request/get/page">($request/get/page - 1) * 20</eval>
<template>{ "from": {{ «!$offset|$offset» + 1 }} }</template>`,
  "a local variable that only some ways set": `<template>{{if $request/get/vip}}{{$rate := 5}}«|{{else}}{{$rate := 9}}»{{end}} { "r": {{ «!$rate|$rate» }} }</template>`,
  "a URL with a variable that only some ways set": `<if test="$request/get/region = 'eu'"><eval out="$host">'https://eu.example'</eval></if>
«|<else><eval out="$host">'https://us.example'</eval></else>»
<request>{ "url": {{ concat(«!$host|$host», "/orders") }} }</request>`,
  "a variable that a sub-flow sets under a condition": {
    files: {
      "orders.xml": flow(`<sub-flow src="user.xml"/><template>{ "user": {{ «!$user|$user» }} }</template>`),
      "user.xml":
        flow(`<if test="$request/cookies/session"><eval out="$user">$request/cookies/session</eval></if>
«|<else><eval out="$user">'nobody'</eval></else>»`),
    },
  },
};

const files: Mistakes = {
  "a flow in a directory that nothing leads to": {
    files: {
      "orders.xml": flow(`«|<sub-flow src="shared/check.xml"/>»<template>1</template>`),
      "shared/check.xml": `«!<flow>|<flow>»<eval out="$a">1</eval></flow>`,
    },
  },
  "a flow that calls itself": {
    files: { "orders.xml": flow(`<sub-flow src="«orders|load».xml"/>`), "load.xml": ok },
  },
  "two flows that call each other": {
    files: {
      "orders.xml": flow(`<sub-flow src="load.xml"/>`),
      "load.xml": flow(`<eval out="$a">1</eval>«<sub-flow src="orders.xml"/>|»`),
    },
  },
};

const environment: Mistakes = {
  "an environment variable without an underscore": `<eval out="$a">concat($env/API_KEY, $env/API_KEY)</eval>
<template>{ "a": {{ $a }}, "b": {{ $env/«APIKEY|API_KEY» }} }</template>`,
  "a letter too few in an environment variable": {
    files: {
      "swagger.yaml": description(`  /orders:
    get:
      x-flow: orders.xml
    post:
      x-flow: add.xml
`),
      "orders.xml": flow(`<template>[ {{ $env/ORDERS_TIMEOUT }}, {{ $env/ORDERS_TIMEOUT }} ]</template>`),
      "add.xml": flow(`<template>[ {{ $env/«ORDERS_TIMOUT|ORDERS_TIMEOUT» }} ]</template>`),
    },
  },
};

const mediaTypes: Mistakes = {
  "a misspelt media type beside a header field": `<if test="$request/headers/content-type = «'aplication/json'|'application/json'»"><error/></if>`,
  "a misspelt media type in a call": `<if test="contains($request/headers/accept, «'text/hmtl'|'text/html'»)"><error/></if>`,
  "a misspelt media type in <set-header>": `<set-header name="Content-Type" value="«aplication/pdf|application/pdf»"/>`,
  "a misspelt media type that operations consume": {
    files: {
      "swagger.yaml": description(
        `  /orders:\n    post:\n      x-flow: orders.xml\n`,
        `consumes: [ «application/jason|application/json» ]\n`,
      ),
    },
  },
};

/** Names of what is elsewhere: members, header fields, parameters, variables, flows, media types. */
export const names: Mistakes = {
  ...predefined,
  ...templates,
  ...fields,
  ...parameters,
  ...variables,
  ...files,
  ...environment,
  ...mediaTypes,
};
