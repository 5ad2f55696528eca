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
