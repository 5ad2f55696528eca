import type { Mistake } from "./support.js";

const url = `"url": "https://shop.example/orders"`;

const request = (members: string): string => `<request>{ ${url}, ${members} }</request>`;

const options = (members: string): string => request(`"options": { ${members} }`);

const proxy = (members: string): string => `<proxy-request>{ ${members} }</proxy-request>`;

/** Values that actions cannot use: units, quotes, types, forms of other tools, settings that need another one. */
export const hurriedRequests: readonly Mistake[] = [
  // Options
  { name: "a time-out in milliseconds", flow: options(`"timeout": «5000|5»`) },
  { name: "a time-out with its unit", flow: options(`"timeout": «"30s"|30»`) },
  { name: "a time-out in camel case", flow: options(`"«connectTimeout|connect-timeout»": 2`) },
  { name: "a negative time-out", flow: options(`"timeout": «-1|1»`) },
  { name: "a time-out beside the options", flow: request(`«"timeout": 5|"options": { "timeout": 5 }»`) },
  {
    name: "header fields among the options",
    flow: request(`«"options": { "headers": { "A": "b" } }|"headers": { "A": "b" }»`),
  },
  { name: "a boolean in quotes", flow: options(`"exit-on-error": «"true"|true»`) },
  { name: "a boolean as a number", flow: options(`"exit-on-error": «1|true»`) },
  { name: "a number for whether to follow", flow: options(`"follow-redirects": «3|true»`) },
  {
    name: "a switch for how many to follow",
    flow: options(`"follow-redirects": true, "max-redirects": «true|3»`),
  },
  {
    name: "a limit of redirects that are not followed",
    flow: options(`«!"max-redirects": 3|"max-redirects": 3, "follow-redirects": true»`),
  },
  { name: "the lifetime as a duration", flow: options(`"force-cache-ttl": «"1h"|3600»`) },
  { name: "a lifetime of a fraction", flow: options(`"force-cache-ttl": «0.5|1»`) },
  { name: "two kinds of cache at once", flow: options(`"use-http-cache": true«!, "force-cache-ttl": 60|»`) },
  {
    name: "a refresh of a cache that is not used",
    flow: options(`«"force-cache-refresh": true|"force-cache-refresh": true, "use-http-cache": true»`),
  },
  {
    name: "a cache for a POST",
    flow: request(`"method": "«POST|GET»", "options": { «!"use-http-cache": true|"use-http-cache": true» }`),
  },
  { name: "a cache that is switched by a text", flow: options(`"use-http-cache": «"yes"|true»`) },
  {
    name: "the client's wishes for no cache",
    flow: options(
      `«"respect-client-cache-headers": true|"respect-client-cache-headers": true, "force-cache-ttl": 5»`,
    ),
  },
  { name: "the version of TLS as others write it", flow: options(`"tls-version": "«TLS1.2|TLSv1.2»"`) },
  {
    name: "a certificate that nobody checks, without TLS",
    flow: `<request>{ "url": "«http|https»://shop.example", "options": { «!"ignore-certificate-errors": true|"ignore-certificate-errors": true» } }</request>`,
  },
  {
    name: "a password without a certificate",
    flow: options(`«"client-certificate-password": {{ $env/CERT_PASSWORD }}|"timeout": 5»`),
  },
  {
    name: "a certificate that is not there",
    flow: options(`«"client-certificate-file": "keys/own.pem"|"timeout": 5»`),
  },
  {
    name: "credentials of a proxy that is not named",
    flow: options(
      `«"proxy-credentials": "a:b"|"proxy-credentials": "a:b", "proxy-server": "proxy.example:3128"»`,
    ),
  },
  { name: "a port beyond the last one", flow: options(`"transport-port": «84430|8443»`) },
  { name: "a protocol with its colon", flow: options(`"transport-protocol": "«https:|https»"`) },
  {
    name: "a server to connect to as a URL",
    flow: options(`"transport-server": "«https://shop-2.example|shop-2.example»"`),
  },
  {
    name: "credentials as an object",
    flow: options(`"basic-auth-credentials": «{ "user": "a", "password": "b" }|"a:b"»`),
  },
  { name: "credentials without a password", flow: options(`"basic-auth-credentials": "«ada|ada:secret»"`) },
  { name: "validation without a definition", flow: options(`«"validate-response": true|"timeout": 5»`) },
  { name: "a definition that is not there", flow: options(`«"definition": "shop.yml"|"timeout": 5»`) },
  // URL, method, query, header fields
  { name: "a URL without its server", flow: `<request url="«/orders|https://shop.example/orders»"/>` },
  {
    name: "a URL of two",
    flow: `<request>{ "url": "«http://https://shop.example|https://shop.example»" }</request>`,
  },
  {
    name: "a URL with a placeholder in its string",
    flow: `<request>{ "url": «"https://shop.example/{{ $request/id }}"|{{ concat("https://shop.example/", $request/id) }}» }</request>`,
  },
  {
    name: "a URL with a placeholder of JavaScript",
    flow: `<eval out="$id">"7"</eval><request>{ "url": «"https://shop.example/\${id}"|{{ concat("https://shop.example/", $id) }}» }</request>`,
  },
  { name: "a file as a URL", flow: `<request>{ "url": "«ftp|https»://shop.example/list.csv" }</request>` },
  {
    name: "a URL with a port that is none",
    flow: `<request>{ "url": "https://shop.example:«80800|8080»/" }</request>`,
  },
  { name: "no URL at all", flow: `<request>«!{|{ ${url}, » "method": "GET" }</request>` },
  { name: "a method with swapped letters", flow: request(`"method": "«PSOT|POST»"`) },
  { name: "two methods", flow: request(`"method": «["GET", "POST"]|"GET"»`) },
  { name: "the query as a number", flow: request(`"query": «10|"10"»`) },
  {
    name: "an ampersand that is escaped twice",
    flow: `<request><![CDATA[{ "url": "https://shop.example/?a=1«&amp;|&»b=2" }]]></request>`,
  },
  { name: "a header field with its colon", flow: request(`"headers": { "«Accept:|Accept»": "text/csv" }`) },
  {
    name: "header fields as a list of texts",
    flow: request(`"headers": «["Accept: text/csv"]|{ "Accept": "text/csv" }»`),
  },
  { name: "a header field that is an object", flow: request(`"headers": { "X-User": «{ "id": 7 }|"7"» }`) },
  {
    name: "a media type that is only its second half",
    flow: request(`"headers": { "Accept": "«json|application/json»" }`),
  },
  {
    name: "a media type with a slip",
    flow: request(`"headers": { "Content-Type": "application/«jsno|json»" }, "body": { "value": "{}" }`),
  },
  {
    name: "credentials that are not encoded",
    flow: request(`"headers": { "Authorization": «"Basic ada:secret"|"Basic YWRhOnNlY3JldA=="» }`),
  },
  { name: "a header field in two lines", flow: request(`"headers": { "X-Note": "a«\\n|, »b" }`) },
  { name: "cookies as one text", flow: request(`"cookies": «"a=1; b=2"|{ "a": "1", "b": "2" }»`) },
  { name: "form data as one text", flow: request(`"post": «"a=1&amp;b=2"|{ "a": "1", "b": "2" }»`) },
  {
    name: "fields of a form with key for name",
    flow: request(`"post": [{ "«key|name»": "a", "value": "1" }]`),
  },
  {
    name: "a body from a variable without its sign",
    flow: `<template out="$order">{ "id": 7 }</template>${request(`"body": { "src": "«order|$order»" }`)}`,
  },
  {
    name: "a body from a variable that nothing sets",
    flow: `<template out="$order">{ "id": 7 }</template>${request(`"body": { "src": "«$ordr|$order»" }`)}`,
  },
  {
    name: "a body from two sources",
    flow: request(`"body": { «"value": "a", "src": "$body"|"value": "a"» }`),
  },
  { name: "a body that is called data", flow: request(`"«data|body»": { "value": { "id": 7 } }`) },
  {
    name: "a body that is called json",
    flow: request(`"method": "POST", «"json": { "id": 7 }|"body": { "value": { "id": 7 } }»`),
  },
  {
    name: "an upload without its name",
    flow: request(`"uploads": [«{ "value": "a" }|{ "name": "note", "value": "a" }»]`),
  },
  {
    name: "an upload with file for src",
    flow: request(`"uploads": [{ "name": "note", "«file|src»": "$body" }]`),
  },
  {
    name: "an upload that is not in a list",
    flow: request(`"uploads": «{ "name": "a", "value": "b" }|[{ "name": "a", "value": "b" }]»`),
  },
  { name: "a charset that nobody knows", flow: request(`"encoding": "«ISO-8895-1|ISO-8859-1»"`) },
  { name: "a compression for a charset", flow: request(`"encoding": "«gzip|UTF-8»"`) },
  // Several requests, proxies
  {
    name: "several requests with a list around",
    flow: `<requests>{ "requests": «[{ ${url} }]|{ ${url} }» }</requests>`,
  },
  {
    name: "one of several requests without a URL",
    flow: `<requests>{ "a": { ${url} }, "b": «{ "uri": "https://b.example" }|{ "url": "https://b.example" }» }</requests>`,
  },
  {
    name: "one of several requests that is its URL",
    flow: `<requests>{ "a": «"https://a.example"|{ "url": "https://a.example" }» }</requests>`,
  },
  { name: "an origin without a scheme", flow: proxy(`"origin": "«users.example|https://users.example»"`) },
  {
    name: "a property of a proxy with hyphens",
    flow: proxy(`"origin": "https://users.example", "«strip-endpoint|stripEndpoint»": true`),
  },
  {
    name: "a switch of a proxy in quotes",
    flow: proxy(`"origin": "https://users.example", "stripEndpoint": «"true"|true»`),
  },
  {
    name: "a proxy with a body",
    flow: proxy(`"origin": "https://users.example"«!, "body": { "value": 1 }|»`),
  },
  { name: "a proxy with a target", flow: proxy(`"«target|origin»": "https://users.example"`) },
  // Errors, header fields of the answer, the log
  { name: "a status in quotes", flow: `<error>{ "status": «"404"|404», "message": "Not here." }</error>` },
  { name: "a status with its reason", flow: `<error status="«404 Not Found|404»"/>` },
  { name: "a code with too many digits", flow: `<error>{ "code": «40412|4041» }</error>` },
  {
    name: "one text for the list of details",
    flow: `<error>{ "message": "No.", "info": «"No name."|["No name."]» }</error>`,
  },
  { name: "details that are objects", flow: `<error>{ "info": [«{ "field": "name" }|"name"»] }</error>` },
  { name: "a message that is called msg", flow: `<error>{ "«mesage|message»": "No." }</error>` },
  {
    name: "a text of the error without quotes",
    flow: `<error status="400">«The limit is 100.|"The limit is 100."»</error>`,
  },
  {
    name: "a status as a word",
    flow: `<set-response-headers>{ "Status": «"Created"|201» }</set-response-headers>`,
  },
  {
    name: "a status that does not exist",
    flow: `<set-response-headers>{ "Status": «20|200» }</set-response-headers>`,
  },
  {
    name: "a field with a space in its name",
    flow: `<set-response-headers>{ "«Cache Control|Cache-Control»": "no-store" }</set-response-headers>`,
  },
  {
    name: "a field with a slip in a common name",
    flow: `<set-response-headers>{ "«Conten-Type|Content-Type»": "text/csv" }</set-response-headers>`,
  },
  {
    name: "a field and its value in one text",
    flow: `<set-response-headers>«"Cache-Control: no-store"|{ "Cache-Control": "no-store" }»</set-response-headers>`,
  },
  {
    name: "a list of fields",
    flow: `<set-response-headers>«[{ "name": "A", "value": "b" }]|{ "A": "b" }»</set-response-headers>`,
  },
  {
    name: "the length of the content",
    flow: `<set-response-headers>{ «"Content-Length": 12|"Vary": "Accept"» }</set-response-headers>`,
  },
  { name: "an old action with a bad name", flow: `<set-header name="«X Request|X-Request»" value="1"/>` },
  { name: "a status with a letter", flow: `<set-status code="«2O1|201»"/>` },
  {
    name: "a status of no content, and content",
    flow: `<set-status code="«204|200»"/><template>{ "ok": true }</template>`,
  },
  { name: "a text in the log", flow: `<log>«"Order placed"|{ "note": "Order placed" }»</log>` },
  { name: "a list in the log", flow: `<log>«["a"]|{ "a": 1 }»</log>` },
  { name: "a field of the engine in the log", flow: `<log>{ "«requestID|order»": "7" }</log>` },
  { name: "a media type of a page with a slip", flow: `<echo mime="text/«hmtl|html»">hello</echo>` },
  { name: "a media type without its first half", flow: `<echo mime="«csv|text/csv»">a,b</echo>` },
];
