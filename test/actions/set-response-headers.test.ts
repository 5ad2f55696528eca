/** The `set-response-headers` action; which values can be sent is tested in `test/runtime-http/response.test.ts`. */
import { findings } from "../support/findings.js";
import { samples } from "../support/samples.js";

const set = (fields: string, attributes = "") =>
  `<set-response-headers ${attributes}>${fields}</set-response-headers>`;

samples(
  "set-response-headers",
  {
    "sets fields, and leaves content and status": {
      flow: `<template>1</template>${set(`{ "X-Text": "a", "X-Method": {{ $request/method }}, "X-Number": 7, "X-Flag": true }`)}`,
      json: 1,
      headers: { "x-text": "a", "x-method": "GET", "x-number": "7", "x-flag": "true" },
    },
    "several of one name": {
      flow: set(`{ "Vary": [ "Accept", "Cookie" ] }`),
      headers: { vary: "Accept, Cookie" },
    },
    "replaces one that was set before, whatever its case": {
      flow: set(`{ "X-A": "1", "X-B": "1" }`) + set(`{ "x-a": "2" }`),
      headers: { "x-a": "2", "x-b": "1" },
    },
    "null takes a field away": {
      flow: set(`{ "X-A": "1" }`) + set(`{ "X-A": null }`),
      headers: { "x-a": null },
    },
    "the content type of its own counts": {
      flow: `<template>1</template>${set(`{ "Content-Type": "application/problem+json" }`)}`,
      headers: { "content-type": "application/problem+json" },
    },
    "the property Status": { flow: set(`{ "Status": 201 }`), status: 201, headers: { status: null } },
    "status wins over it": { flow: set(`{ "Status": 201 }`, `status="202"`), status: 202 },
    "in: the context": {
      flow: `<template out="$user">{ "name": "Ada" }</template>${set(`{ "X-User": {{ name }} }`, `in="$user"`)}`,
      headers: { "x-user": "Ada" },
    },
    "src: the template is in a file of its own": {
      flow: `<set-response-headers src="fields.tmpl"/>`,
      headers: { "x-file": "GET" },
    },
    "if: nothing is set where it does not hold": {
      flow: set(`{ "X-A": "1" }`, `if="$request/get/a"`),
      headers: { "x-a": null },
    },
  },
  { files: { "fields.tmpl": `{ "X-File": {{ $request/method }} }` } },
);

findings("set-response-headers: what the build says", {
  "an object as a value": { flow: set(`{ "X-A": { "b": 1 } }`), finds: "error", message: /X-A/ },
  "a status that is none": { flow: set("{}", `status="600"`), finds: "error", message: /FLOW4016/ },
  "another attribute": { flow: set("{}", `code="201"`), finds: "warning", message: /FLOW4004 .*code/ },
});
