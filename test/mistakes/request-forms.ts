import { flowFile } from "../support/samples.js";
import type { Mistakes } from "./support.js";

const sheet = `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/">a</xsl:template></xsl:stylesheet>`;

const requests = (id: string): string =>
  `<requests>{ "${id}": { "url": "https://shop.example/" } }</requests>`;

/** What requests say twice, or not at all; and what is read where there is nothing. */
export const requestForms: Mistakes = {
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
