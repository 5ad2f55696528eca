import { flowFile } from "../support/samples.js";
import type { Mistakes } from "./support.js";

const sheet = `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/">a</xsl:template></xsl:stylesheet>`;

const requests = (id: string): string =>
  `<requests>{ "${id}": { "url": "https://shop.example/" } }</requests>`;

/** What requests say twice, or not at all; and what is read where there is nothing. */
export const requestForms: Mistakes = {
  "JSON in a text": `<request>{ "url": "https://a.example/", "body": { "value": «"{ \\"a\\": 1 }"|{ "a": 1 }» } }</request>`,
  "a list in a text": `<request>{ "url": "https://a.example/", "headers": { "Accept": "a/b" }, "body": { "value": «"[ 1, 2 ]"|[ 1, 2 ]» } }</request>`,
  "JSON in a text without its type": `<request>{ "url": "https://a.example/", "body": { "value": «"{}"|"{}", "mime": "application/json"» } }</request>`,
  "JSON in a text without its field": `<request>{ "url": "https://a.example/", "body": { "value": «!"{}"|"{}"» }«|, "headers": { "content-type": "application/json" }» }</request>`,
  "JSON in a text among others": `<requests>{ "a": { "url": "https://a.example/", "body": { "value": «"{}"|"{ no JSON"» } } }</requests>`,
  ...Object.fromEntries(
    ["Set-Cookie", "WWW-Authenticate", "Retry-After", "Access-Control-Allow-Origin"].map((name) => [
      `${name} in a request`,
      `<request>{ "url": "https://a.example/", "headers": { "«${name}|X-Own»": "a" } }</request>`,
    ]),
  ),
  ...Object.fromEntries(
    ["Cookie", "Authorization", "User-Agent", "If-None-Match"].flatMap((name) => [
      [`${name} in a response`, `<set-response-headers>{ "«${name}|X-Own»": "a" }</set-response-headers>`],
      [`${name} in a response of an old flow`, `<set-header name="«${name}|X-Own»" value="a"/>`],
      [
        `${name} in what a proxied response says more`,
        `<proxy-request>{ "url": "https://a.example/", "options": { "set-response-headers": { "«${name}|X-Own»": "a" } } }</proxy-request>`,
      ],
    ]),
  ),
  "a length in a response of an old flow": `<set-header name="«Content-Length|X-Length»" value="5"/>`,
  "credentials without a space before them": `<request>{ "url": "https://a.example/", "headers": { "Authorization": {{ concat(«"Bearer"|"Bearer "», $env/TOKEN) }} } }</request>`,
  "credentials with a scheme before their own": `<request>{ "url": "https://a.example/", "headers": { "authorization": {{ «concat("Bearer ", $request/headers/authorization)|$request/headers/authorization» }} } }</request>`,
  "a URL without its host": `<if test="$request/url = '«/orders|https://a.example/orders»'"><set-status code="201"/></if>`,
  "a host with its port": `<if test="$request/host = '«a.example:8080|a.example»'"><set-status code="201"/></if>`,
  "a query with its mark": `<if test="$request/query = '«?a=1|a=1»'"><set-status code="201"/></if>`,
  "a network for an address": `<if test="$request/client-address = '«10.0.0.0/8|10.0.0.1»'"><set-status code="201"/></if>`,
  "a port with its colon": `<if test="$request/port = '«:80|80»'"><set-status code="201"/></if>`,
  ...Object.fromEntries(
    [
      ["Cache-Control", "max-age: 60", "max-age=60, no-transform"],
      ["Cache-Control", "max-age=60; public", "max-age=60, public"],
      ["Retry-After", "60s", "60"],
      ["Retry-After", "tomorrow", "Sun, 06 Nov 1994 08:49:37 GMT"],
      ["Access-Control-Allow-Origin", "https://a.example/", "https://a.example"],
      ["Access-Control-Allow-Origin", "https://a.example, https://b.example", "*"],
      ["Access-Control-Allow-Origin", "a.example", "null"],
      ["Access-Control-Allow-Credentials", "yes", "true"],
      ["Access-Control-Max-Age", "10m", "600"],
      ["ETag", "abc", 'W/"abc"'],
      ["Expires", "in an hour", "0"],
      ["Last-Modified", "2026-11-27", "Fri, 27 Nov 2026 08:49:37 GMT"],
      ["Strict-Transport-Security", "includeSubDomains", "max-age=63072000; includeSubDomains"],
      ["X-Content-Type-Options", "no-sniff", "nosniff"],
      ["X-Frame-Options", "ALLOWALL", "DENY"],
      ["Set-Cookie", "a=1; Http-Only", "a=1; HttpOnly; Path=/; Max-Age=60"],
      ["Set-Cookie", "a=1; SameSite=None", "a=1; SameSite=None; Secure"],
      ["Set-Cookie", "a=1; Expiry=60", "a=1; SameSite=Lax"],
    ].flatMap(([name, wrong, right]) => {
      const value = `«${JSON.stringify(wrong)}|${JSON.stringify(right)}»`;
      const attribute = `«${wrong}|${right}»`.replaceAll('"', "&quot;");
      return [
        [`${name}: ${wrong}`, `<set-response-headers>{ "${name}": ${value} }</set-response-headers>`],
        [
          `${name}: ${wrong}, among others`,
          `<set-response-headers>{ "${name}": [ ${value} ] }</set-response-headers>`,
        ],
        [`${name}: ${wrong}, in an old flow`, `<set-header name="${name}" value="${attribute}"/>`],
      ];
    }),
  ),
  "a date of a request in another form": `<request>{ "url": "https://a.example/", "headers": { "If-Modified-Since": "«2026-11-27|Fri, 27 Nov 2026 08:49:37 GMT»" } }</request>`,
  "a query with the mark before it": `<request>{ "url": "https://a.example/", "query": "«?|»a=1" }</request>`,
  ...Object.fromEntries(
    ["query", "post"].flatMap((name) => [
      [
        `a value of ${name} that is encoded twice`,
        `<request>{ "url": "https://a.example/", "${name}": { "a": {{ «urlencode($request/get/a)|$request/get/a» }} } }</request>`,
      ],
      [
        `a value of ${name} in a list that is encoded twice`,
        `<request>{ "url": "https://a.example/", "${name}": [ { "name": "a", "value": {{ «urlencode($request/get/a)|$request/get/a» }} } ] }</request>`,
      ],
      [
        `a value of ${name} that is encoded twice under a condition`,
        `<request>{ "url": "https://a.example/", "${name}": { "a": {{if $request/get/b}} {{ «urlencode($request/get/a)|$request/get/a» }} {{else}} 1 {{end}} } }</request>`,
      ],
    ]),
  ),
  "credentials in Base64 where they are encoded": `<request>{ "url": "https://a.example/", "options": { "basic-auth-credentials": {{ «base64-encode(concat($env/USER, ":", $env/PASSWORD))|concat($env/USER, ":", $env/PASSWORD)» }} } }</request>`,
  "credentials as they are where Base64 is sent": `<request>{ "url": "https://a.example/", "headers": { "Authorization": {{ concat("Basic ", «concat($env/USER, ":", $env/PASSWORD)|base64-encode(concat($env/USER, ":", $env/PASSWORD))») }} } }</request>`,
  "JSON that is computed as a text": `<request>{ "url": "https://a.example/", "method": "POST", "body": { "value": {{ «json-stringify($request/get)|$request/get» }} } }</request>`,
  "JSON that is computed as a text, with its type": `<request>{ "url": "https://a.example/", "method": "POST", "body": { «|"mime": "application/json", »"value": {{ «!json-stringify($request/get)|json-stringify($request/get)» }} } }</request>`,
  "a user and a password as they are": `<request>{ "url": "https://a.example/", "headers": { "Authorization": {{ «concat("Basic ", $env/USER, ":", $env/PASSWORD)|concat("Basic ", base64-encode(concat($env/USER, ":", $env/PASSWORD)))» }} } }</request>`,
  "a separator that is encoded": `<request>{ "url": {{ concat($env/SHOP, "/orders?", «urlencode(concat("q=", $request/get/q))|"q=", urlencode($request/get/q)») }} }</request>`,
  "a URL that is encoded as a whole": `<request>{ "url": {{ concat($env/SHOP, "/to?url=", urlencode(«concat("https://a.example/", $request/id)|$env/TARGET»)) }} }</request>`,
  "a name that ends like a difference": `<template>{ "x": {{ ($request/get/page«-1| - 1») * 20 }} }</template>`,
  "factors that cancel out": `<template>{ "x": {{ «round($request/get/a * 100 div 100)|round($request/get/a * 100) div 100» }} }</template>`,
  "factors that cancel out, turned round": `<template>{ "x": {{ «floor(100 * $request/get/a div 100)|floor(100 * $request/get/a) div 100» }} }</template>`,
  "a beginning that is asked of a constant": `<if test="starts-with(«'Bearer ', $request/headers/authorization|$request/headers/authorization, 'Bearer '»)"><set-status code="201"/></if>`,
  "what a constant has before a text": `<template>{ "x": {{ substring-before(«"Basic ", $request/headers/authorization|$request/headers/authorization, " "») }} }</template>`,
  "the first item in each round": `<template>{ "x": [ {{loop $body/json/items}} {{ «$body/json/items/value/name|name» }} {{end}} ] }</template>`,
  "the first item in each round, under a condition": `<template>{ "x": [ {{loop $body/json/items}} {{if on}} {{ «$body/json/items/value/name|name» }} {{else}} 1 {{end}} {{end}} ] }</template>`,
  "JSON in single quotes": `<echo mime="application/json">«{ 'a': 1 }|{ "a": 1 }»</echo>`,
  "JSON with a comma at its end": `<echo mime="application/problem+json">«{ "a": 1, }|{ "a": 1 }»</echo>`,
  "a relative path that is computed": `<if test="file-exists(concat(«'texts/'|'fit://site/texts/'», $request/get/a))"><set-status code="201"/></if>`,
  "JSON for a form": `<request>{ "url": "https://a.example/", "post": { "a": 1 }, "headers": { "Content-Type": "«application/json|application/x-www-form-urlencoded»" } }</request>`,
  "a path without its slash": `<request>{ "url": {{ concat("https://a.example", "«|/»orders/", $request/id) }} }</request>`,
  "the name of the context again": `<template>{ {{with $body/json/customer}} "x": {{ «!customer/name|name» }} {{end}} }</template>`,
  "a number of items of an array": `<error if="count($body/json/items«|/value») > «!10|10»" status="400"/>`,
  "a number of items of an answer": `<request content="a">{ "url": "https://a.example/" }</request><error if="count(content('a')/json/items«|/value») >= «!2|2»" status="400"/>`,
  "milliseconds for seconds": `<if test="unixtime() > 1798761600«000|»"><set-status code="201"/></if>`,
  "the query in a path": `<template>{ "x": {{ substring-before($request/path, "«?|/x»") }} }</template>`,
  "a path with its query": `<if test="$request/path = '/api/orders«?a=1|»'"><set-status code="201"/></if>`,
  "the query in a path, asked": `<if test="contains($request/path, '«?|/x»')"><set-status code="201"/></if>`,
  "a URL in an attribute and in JSON": `<request «!url="https://a.example/"|method="PUT"»>{ "url": "https://b.example/" }</request>`,
  "a method in an attribute and in JSON": `<request «!method="PUT"|content="a"»>{ "url": "https://b.example/", "method": "PATCH" }</request>`,
  "no JSON of requests": `<requests>«|{ "a": { "url": "https://a.example/" } }»</requests>`,
  "the port of HTTP for HTTPS": `<request>{ "url": "https://a.example:«80|443»/" }</request>`,
  "the port of HTTPS for HTTP, in an attribute": `<request url="http://a.example:«443|80»/"/>`,
  "a path behind requests without main": `${requests("«a|main»")}<template>{ "x": {{ «!items|items» }} }</template>`,
  "an expression behind requests without main": `${requests("«a|main»")}<eval out="$x">«!items/value[1]|items/value[1]»</eval>`,
  "a stylesheet behind requests without main": {
    files: {
      "orders.xsl": sheet,
      "orders.xml": flowFile(`${requests("«a|main»")}\n«!<xslt src="orders.xsl"/>|<xslt src="orders.xsl"/>»`),
    },
  },
  "a copy of nothing": `«<copy out="$a"/>|<copy in="$body" out="$a"/>»`,
  "a replacement in nothing": `«<regex out="$a" pattern="/a/" replace="b"/>|<regex in="$body" out="$a" pattern="/a/" replace="b"/>»`,
  "a comparison of a comparison": `<if test="«1 &lt; $request/get/a &lt; 5|1 &lt; $request/get/a and $request/get/a &lt; 5»"><set-status code="201"/></if>`,
  "a position behind the last": `<template in="$body">{ "x": {{ rows/value[last()« + 1|»] }} }</template>`,
  "a comparison with what is behind the last": `<template in="$body">{ "x": {{ rows/value[position() «&gt;|&lt;» last()] }} }</template>`,
  "a whole number and a fraction": `<if test="floor($request/get/a) = «1.5|1»"><set-status code="201"/></if>`,
};
