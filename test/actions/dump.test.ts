/** The `dump` action. */
import { expect } from "vitest";
import { samples } from "../support/samples.js";

const files = { "error.html": "<h1>Sorry</h1>", "script.js": "var a = 1;  // one\n" };

samples(
  "dump",
  {
    "sends the main content and ends the request": {
      flow: '<template>{ "a": 1 }</template><dump/><echo>never</echo>',
      json: { a: 1 },
    },
    "ends the flow that called this one, too": {
      flow: '<sub-flow src="dumps.xml"/><echo>never</echo>',
      text: "dumped",
      headers: { "content-type": "text/plain" },
    },
    "sends a file with the type of its extension": {
      flow: '<dump in="fit://site/error.html"/>',
      text: files["error.html"],
      headers: { "content-type": "text/html; charset=utf-8" },
    },
    "never minifies": {
      flow: '<dump in="script.js" minify="true"/>',
      text: files["script.js"],
    },
    "with a status and a type of its own": {
      flow: '<template>{}</template><dump in="fit://request/content" status="201" mime="text/plain"/>',
      status: 201,
      text: "{}",
      headers: { "content-type": "text/plain" },
    },
    "with both computed": {
      flow: `<eval out="$code">409</eval><dump in="error.html" status="{$code + 1}" mime="text/{'x'};a={$code}"/>`,
      status: 410,
      headers: { "content-type": "text/x;a=409" },
    },
    "a computed status that is none is 500": {
      flow: '<dump in="error.html" status="{$request/get/none}"/>',
      status: 500,
      text: files["error.html"],
    },
    "an empty status is 500": { flow: '<dump in="error.html" status=""/>', status: 500 },
    "without a status, it stays what the flow has set": {
      flow: '<set-status code="404"/><dump in="error.html"/>',
      status: 404,
    },
    "without a status, it stays what it was for the main content": {
      flow: '<request>{ "url": "http://127.0.0.1:1/" }</request><dump in="error.html"/>',
      status: 502,
      text: files["error.html"],
    },
    "an empty type counts as none": {
      flow: '<template>{}</template><dump mime=""/>',
      json: {},
    },
    "without any input, the body is empty, and this is logged": {
      flow: "<dump/>",
      text: "",
      headers: { "content-type": null },
      check: ({ log }) =>
        expect(log.map(({ topic, message }) => ({ topic, message }))).toStrictEqual([
          { topic: "dump", message: "There is nothing to read: fit://request/content is empty." },
        ]),
    },
    "under a condition": {
      flow: '<eval out="$text">"yes"</eval><dump if="false()"/><dump in="$text" if="$text"/>',
      text: "yes",
    },
  },
  { files: { ...files, "dumps.xml": `<flow><eval out="$x">"dumped"</eval><dump in="$x"/></flow>` } },
);
