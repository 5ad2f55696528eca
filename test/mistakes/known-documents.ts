import { flowFile } from "../support/samples.js";
import type { Mistake, Mistakes } from "./support.js";

const data = `{ "currency": "EUR", "rates": { "usd": 1.1 }, "items": [ { "id": 1 }, { "id": 2, "note": "b" } ] }`;
const invoice = `<invoice><gross>1</gross><line><id>7</id></line><line><id>8</id><note>b</note></line></invoice>`;

const show = (expression: string): string => `<template>{ "x": {{ ${expression} }} }</template>`;
const within = (place: string, expression: string): string =>
  `<template in="${place}">{ "x": {{ ${expression} }} }</template>`;

/** A flow beside a file with JSON and one with XML. */
const files = (flow: string): Mistake => ({
  files: { "data.json": data, "invoice.xml": invoice, "orders.xml": flowFile(flow) },
});

const xml = `<eval out="$xml"><![CDATA[xml-parse("${invoice.replaceAll('"', "'")}")]]></eval>`;
const list = `<template out="$list">[ { "id": 1, "name": "a" }, { "id": 2, "name": "b" } ]</template>`;

/** Paths into documents that the build can read: files, texts in the flow, what a call makes of a text. */
export const knownDocuments: Mistakes = {
  // Files with JSON, by every way to read them
  "a member of JSON, read by a function": files(show(`json-doc("data.json")/«curency|currency»`)),
  "a member of JSON, below in": files(within("data.json", "«curency|currency»")),
  "a member of JSON, copied into a variable": files(
    `<copy in="data.json" out="$data"/>${show("$data/json/«curency|currency»")}`,
  ),
  "a member of JSON, copied into the main content": files(
    `<copy in="data.json"/>${show("«curency|currency»")}`,
  ),
  "a member of JSON, in a variable of an expression": files(
    `<eval out="$data">json-doc("data.json")</eval>${show("$data/«curency|currency»")}`,
  ),
  "a member of JSON, in a condition": files(
    `<error if="json-doc('data.json')/«curency|currency» != 'EUR'" status="500"/>`,
  ),
  "a member of JSON, in a loop": files(
    `<template>[ {{loop json-doc("data.json")/items}} {{ «nmae|note» }} {{end}} ]</template>`,
  ),
  "a member of JSON, in a predicate": files(show(`json-doc("data.json")/items/value[«nr|id» = 1]/note`)),
  "a member of an array of JSON": files(show(`json-doc("data.json")/items/«id|value/id»`)),
  "a member of a text of JSON": files(show(`json-doc("data.json")/currency«/code|»`)),
  "the root of JSON, below in": files(within("data.json", "«json/|»currency")),
  "the root of JSON, left out of a document": files(
    `<copy in="data.json" out="$data"/>${show("$data/«|json/»currency")}`,
  ),
  "an object of JSON in a loop": files(
    `<template>[ {{loop «json-doc("data.json")/rates|json-doc("data.json")/items»}} 1 {{end}} ]</template>`,
  ),
  // XML
  "a child of XML, read by a function": files(show(`fit-document("invoice.xml")/invoice/«gros|gross»`)),
  "a child of XML, below in": files(within("invoice.xml", "«gros|gross»")),
  "a child of XML that another one has": files(show(`fit-document("invoice.xml")/invoice/line/«nte|note»`)),
  "the root of XML, below in": files(within("invoice.xml", "«invoice/|»gross")),
  "the root of XML, left out of a document": files(show(`fit-document("invoice.xml")/«|invoice/»gross`)),
  "the root of XML in a text, below in": `${xml}${within("$xml", "«invoice/|»gross")}`,
  "the root of XML in a text, left out": `${xml}${show("$xml/«|invoice/»gross")}`,
  "a child of XML in a text": `${xml}${show("$xml/invoice/«gros|gross»")}`,
  // The roots of what is not known
  "the root of JSON that is parsed": show("json-parse($request/get/filter)/«json/|»id"),
  "the root of JSON that is made a document": show("json-to-xml($request/get/filter)/«|json/»id"),
  "the root of HTML": `<eval out="$page">html-parse($request/get/page)</eval>${show("$page/«|html/»body/h1")}`,
  "the root of a token": show(`jwt-decode($request/get/token, $env/KEY, "HS256")/«json/|»sub`),
  "the root of the log": show("get-log()/«json/|»method"),
  "a field of the log": show("get-log()/«metohd|method»"),
  "the root of the body, below in": within("$body", "«json/|»id"),
  // Arrays that functions make
  "a key to sort by": `${list}${show(`sort($list, "«nmae|name»")`)}`,
  "a key to sort by, from the array": `${list}${show(`sort($list, "«value/|»name")`)}`,
  "a member of what is sorted": `${list}${show(`sort($list, "id")/«name|value/name»`)}`,
  "a member of what is reversed": `${list}${show(`array-reverse($list)/«name|value/name»`)}`,
  "a member of nodes that are made an array": `${list}<template>[ {{loop array($list/value[id > 1])}} {{ «nmae|name» }} {{end}} ]</template>`,
};
