import type { Mistakes } from "./support.js";

const url = `"url": "https://shop.example/orders"`;

const request = (members: string): string => `<request>{ ${url}, ${members} }</request>`;

const options = (members: string): string => request(`"options": { ${members} }`);

const proxy = (members: string): string => `<proxy-request>{ ${members} }</proxy-request>`;

/** Values that actions cannot use: units, quotes, types, forms of other tools, settings that need another one. */
export const hurriedRequests: Mistakes = {
  // Options
  "a time-out in milliseconds": options(`"timeout": «5000|5»`),
  "a time-out with its unit": options(`"timeout": «"30s"|30»`),
  "a time-out in camel case": options(`"«connectTimeout|connect-timeout»": 2`),
  "a negative time-out": options(`"timeout": «-1|1»`),
  "a time-out beside the options": request(`«"timeout": 5|"options": { "timeout": 5 }»`),
  "header fields among the options": request(
    `«"options": { "headers": { "A": "b" } }|"headers": { "A": "b" }»`,
  ),
  "a boolean in quotes": options(`"exit-on-error": «"true"|true»`),
  "a boolean as a number": options(`"exit-on-error": «1|true»`),
  "a number for whether to follow": options(`"follow-redirects": «3|true»`),
  "a switch for how many to follow": options(`"follow-redirects": true, "max-redirects": «true|3»`),
  "a limit of redirects that are not followed": options(
    `«!"max-redirects": 3|"max-redirects": 3, "follow-redirects": true»`,
  ),
  "the lifetime as a duration": options(`"force-cache-ttl": «"1h"|3600»`),
  "a lifetime of a fraction": options(`"force-cache-ttl": «0.5|1»`),
  "two kinds of cache at once": options(`"use-http-cache": true«!, "force-cache-ttl": 60|»`),
  "a refresh of a cache that is not used": options(
    `«"force-cache-refresh": true|"force-cache-refresh": true, "use-http-cache": true»`,
  ),
  "a cache for a POST": request(
    `"method": "«POST|GET»", "options": { «!"use-http-cache": true|"use-http-cache": true» }`,
  ),
  "a cache that is switched by a text": options(`"use-http-cache": «"yes"|true»`),
  "the client's wishes for no cache": options(
    `«"respect-client-cache-headers": true|"respect-client-cache-headers": true, "force-cache-ttl": 5»`,
  ),
  "the version of TLS as others write it": options(`"tls-version": "«TLS1.2|TLSv1.2»"`),
  "a certificate that nobody checks, without TLS": `<request>{ "url": "«http|https»://shop.example", "options": { «!"ignore-certificate-errors": true|"ignore-certificate-errors": true» } }</request>`,
  "a password without a certificate": options(
    `«"client-certificate-password": {{ $env/CERT_PASSWORD }}|"timeout": 5»`,
  ),
  "a certificate that is not there": options(`«"client-certificate-file": "keys/own.pem"|"timeout": 5»`),
  "credentials of a proxy that is not named": options(
    `«"proxy-credentials": "a:b"|"proxy-credentials": "a:b", "proxy-server": "proxy.example:3128"»`,
  ),
  "a port beyond the last one": options(`"transport-port": «84430|8443»`),
  "a protocol with its colon": options(`"transport-protocol": "«https:|https»"`),
  "a server to connect to as a URL": options(`"transport-server": "«https://shop-2.example|shop-2.example»"`),
  "credentials as an object": options(`"basic-auth-credentials": «{ "user": "a", "password": "b" }|"a:b"»`),
  "credentials without a password": options(`"basic-auth-credentials": "«ada|ada:secret»"`),
  "validation without a definition": options(`«"validate-response": true|"timeout": 5»`),
  "a definition that is not there": options(`«"definition": "shop.yml"|"timeout": 5»`),
  // URL, method, query, header fields
  "a URL without its server": `<request url="«/orders|https://shop.example/orders»"/>`,
  "a URL of two": `<request>{ "url": "«http://https://shop.example|https://shop.example»" }</request>`,
  "a URL with a placeholder in its string": `<request>{ "url": «"https://shop.example/{{ $request/id }}"|{{ concat("https://shop.example/", $request/id) }}» }</request>`,
  "a URL with a placeholder of JavaScript": `<eval out="$id">"7"</eval><request>{ "url": «"https://shop.example/\${id}"|{{ concat("https://shop.example/", $id) }}» }</request>`,
  "a file as a URL": `<request>{ "url": "«ftp|https»://shop.example/list.csv" }</request>`,
  "a URL with a port that is none": `<request>{ "url": "https://shop.example:«80800|8080»/" }</request>`,
  "no URL at all": `<request>«!{|{ ${url}, » "method": "GET" }</request>`,
  "a method with swapped letters": request(`"method": "«PSOT|POST»"`),
  "two methods": request(`"method": «["GET", "POST"]|"GET"»`),
  "the query as a number": request(`"query": «10|"10"»`),
  "an ampersand that is escaped twice": `<request><![CDATA[{ "url": "https://shop.example/?a=1«&amp;|&»b=2" }]]></request>`,
  "a header field with its colon": request(`"headers": { "«Accept:|Accept»": "text/csv" }`),
  "header fields as a list of texts": request(`"headers": «["Accept: text/csv"]|{ "Accept": "text/csv" }»`),
  "a header field that is an object": request(`"headers": { "X-User": «{ "id": 7 }|"7"» }`),
  "a media type that is only its second half": request(`"headers": { "Accept": "«json|application/json»" }`),
  "a media type with a slip": request(
    `"headers": { "Content-Type": "application/«jsno|json»" }, "body": { "value": "{}" }`,
  ),
  "credentials that are not encoded": request(
    `"headers": { "Authorization": «"Basic ada:secret"|"Basic YWRhOnNlY3JldA=="» }`,
  ),
  "a header field in two lines": request(`"headers": { "X-Note": "a«\\n|, »b" }`),
  "cookies as one text": request(`"cookies": «"a=1; b=2"|{ "a": "1", "b": "2" }»`),
  "form data as one text": request(`"post": «"a=1&amp;b=2"|{ "a": "1", "b": "2" }»`),
  "fields of a form with key for name": request(`"post": [{ "«key|name»": "a", "value": "1" }]`),
  "a body from a variable without its sign": `<template out="$order">{ "id": 7 }</template>${request(`"body": { "src": "«order|$order»" }`)}`,
  "a body from a variable that nothing sets": `<template out="$order">{ "id": 7 }</template>${request(`"body": { "src": "«$ordr|$order»" }`)}`,
  "a body from two sources": request(`"body": { «"value": "a", "src": "$body"|"value": "a"» }`),
  "a body that is called data": request(`"«data|body»": { "value": { "id": 7 } }`),
  "a body that is called json": request(
    `"method": "POST", «"json": { "id": 7 }|"body": { "value": { "id": 7 } }»`,
  ),
  "an upload without its name": request(`"uploads": [«{ "value": "a" }|{ "name": "note", "value": "a" }»]`),
  "an upload with file for src": request(`"uploads": [{ "name": "note", "«file|src»": "$body" }]`),
  "an upload that is not in a list": request(
    `"uploads": «{ "name": "a", "value": "b" }|[{ "name": "a", "value": "b" }]»`,
  ),
  "a charset that nobody knows": request(`"encoding": "«ISO-8895-1|ISO-8859-1»"`),
  "a compression for a charset": request(`"encoding": "«gzip|UTF-8»"`),
  // Several requests, proxies
  "several requests with a list around": `<requests>{ "requests": «[{ ${url} }]|{ ${url} }» }</requests>`,
  "one of several requests without a URL": `<requests>{ "a": { ${url} }, "b": «{ "uri": "https://b.example" }|{ "url": "https://b.example" }» }</requests>`,
  "one of several requests that is its URL": `<requests>{ "a": «"https://a.example"|{ "url": "https://a.example" }» }</requests>`,
  "an origin without a scheme": proxy(`"origin": "«users.example|https://users.example»"`),
  "a property of a proxy with hyphens": proxy(
    `"origin": "https://users.example", "«strip-endpoint|stripEndpoint»": true`,
  ),
  "a switch of a proxy in quotes": proxy(`"origin": "https://users.example", "stripEndpoint": «"true"|true»`),
  "a proxy with a body": proxy(`"origin": "https://users.example"«!, "body": { "value": 1 }|»`),
  "a proxy with a target": proxy(`"«target|origin»": "https://users.example"`),
  // Errors, header fields of the answer, the log
  "a status in quotes": `<error>{ "status": «"404"|404», "message": "Not here." }</error>`,
  "a status with its reason": `<error status="«404 Not Found|404»"/>`,
  "a code with too many digits": `<error>{ "code": «40412|4041» }</error>`,
  "one text for the list of details": `<error>{ "message": "No.", "info": «"No name."|["No name."]» }</error>`,
  "details that are objects": `<error>{ "info": [«{ "field": "name" }|"name"»] }</error>`,
  "a message that is called msg": `<error>{ "«mesage|message»": "No." }</error>`,
  "a text of the error without quotes": `<error status="400">«The limit is 100.|"The limit is 100."»</error>`,
  "a status as a word": `<set-response-headers>{ "Status": «"Created"|201» }</set-response-headers>`,
  "a status that does not exist": `<set-response-headers>{ "Status": «20|200» }</set-response-headers>`,
  "a field with a space in its name": `<set-response-headers>{ "«Cache Control|Cache-Control»": "no-store" }</set-response-headers>`,
  "a field with a slip in a common name": `<set-response-headers>{ "«Conten-Type|Content-Type»": "text/csv" }</set-response-headers>`,
  "a field and its value in one text": `<set-response-headers>«"Cache-Control: no-store"|{ "Cache-Control": "no-store" }»</set-response-headers>`,
  "a list of fields": `<set-response-headers>«[{ "name": "A", "value": "b" }]|{ "A": "b" }»</set-response-headers>`,
  "the length of the content": `<set-response-headers>{ «"Content-Length": 12|"Vary": "Accept"» }</set-response-headers>`,
  "an old action with a bad name": `<set-header name="«X Request|X-Request»" value="1"/>`,
  "a status with a letter": `<set-status code="«2O1|201»"/>`,
  "a status of no content, and content": `<set-status code="«204|200»"/><template>{ "ok": true }</template>`,
  "a text in the log": `<log>«"Order placed"|{ "note": "Order placed" }»</log>`,
  "a list in the log": `<log>«["a"]|{ "a": 1 }»</log>`,
  "a field of the engine in the log": `<log>{ "«requestID|order»": "7" }</log>`,
  "a media type of a page with a slip": `<echo mime="text/«hmtl|html»">hello</echo>`,
  "a media type without its first half": `<echo mime="«csv|text/csv»">a,b</echo>`,
};
