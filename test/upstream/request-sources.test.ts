/** Where the bodies of requests come from: `src` of `body` and of `uploads`. */
import { expect } from "vitest";
import { findings } from "../support/findings.js";
import { type AppOptions, type Sample, samples } from "../support/samples.js";
import { failed, sees, useMirror } from "./environment.js";

useMirror();

const request = (body: string, more = "") =>
  `<request>{ "url": {{ $env/UPSTREAM }}, "body": ${body}${more} }</request>`;

const seesBody = (body: string, type: string | undefined): Sample["check"] =>
  sees((seen) => expect([seen.body, seen.headers["content-type"]]).toEqual([body, type]));

const files: AppOptions = {
  files: { "conf/body.xml": "<a/>", "data/a.json": `{ "a": 1 }`, "data/a.bin": "\u0001ä" },
};

samples(
  "src of a body",
  [
    {
      name: "a file from the top of the flow directory",
      flow: request(`{ "src": "fit://site/conf/body.xml" }`),
      check: seesBody("<a/>", "application/xml; charset=utf-8"),
    },
    {
      name: "a file beside the flow, with a type of its own",
      flow: request(`{ "src": "conf/body.xml", "mime": "application/xml+foo" }`),
      check: seesBody("<a/>", "application/xml+foo"),
    },
    {
      name: "a file that a flow of several requests names",
      flow: `<requests>{ "main": { "url": {{ $env/UPSTREAM }}, "body": { "src": "/data/a.json" } } }</requests>`,
      check: seesBody(`{ "a": 1 }`, "application/json"),
    },
    {
      name: "a file whose type nobody knows",
      flow: request(`{ "src": "data/a.bin" }`),
      check: seesBody("\u0001ä", "application/octet-stream"),
    },
    {
      name: "the client's body by its location",
      flow: request(`{ "src": "fit://request/request/body" }`),
      request: { body: "a,b", headers: { "content-type": "text/csv" } },
      check: seesBody("a,b", "text/csv"),
    },
    {
      name: "the client's body where there is none",
      flow: request(`{ "src": "fit://request/request/body" }`, `, "method": "PUT"`),
      check: seesBody("", undefined),
    },
    {
      name: "the response of another request",
      flow: `<request content="first">{ "url": {{ concat($env/UPSTREAM, "/?field=content-type:a/b") }} }</request>${request(`{ "src": "fit://request/content/first" }`)}`,
      check: sees(({ body, headers }) => {
        expect(JSON.parse(body)).toMatchObject({ method: "GET" });
        expect(headers["content-type"]).toBe("a/b");
      }),
    },
    {
      name: "the main content",
      flow: `<template>{ "a": 1 }</template>${request(`{ "src": "fit://request/content" }`)}`,
      check: seesBody(`{"a":1}`, "application/json"),
    },
    {
      name: "a location of the flow's own",
      flow: `<copy in="conf/body.xml" out="fit://request/mine"/>${request(`{ "src": "fit://request/mine" }`)}`,
      check: seesBody("<a/>", "application/xml; charset=utf-8"),
    },
    {
      name: "content that was put into a variable",
      flow: `<copy in="conf/body.xml" out="$mine"/>${request(`{ "src": "$mine" }`)}`,
      check: seesBody("<a/>", "application/xml; charset=utf-8"),
    },
    {
      name: "a variable with JSON",
      flow: `<template out="$mine">{ "a": 1 }</template>${request(`{ "src": "$mine" }`)}`,
      check: seesBody(`{"a":1}`, "application/json"),
    },
    {
      name: "a file of an upload",
      flow: `<request>{ "url": {{ $env/UPSTREAM }}, "uploads": [ { "name": "a", "src": "conf/body.xml", "filename": "b.xml" } ] }</request>`,
      check: sees(({ body }) =>
        expect(body).toContain(
          `name="a"; filename="b.xml"\r\nContent-Type: application/xml; charset=utf-8\r\n\r\n<a/>\r\n--`,
        ),
      ),
    },
    ...["fit://request/content/none", "fit://request/none"].map(
      (location): Sample => ({
        name: `nothing at ${location}`,
        flow: request(`{ "src": "${location}" }`),
        status: 502,
        check: failed(/nothing at the src/),
      }),
    ),
    {
      name: "a file that only the request names, whatever it is called",
      flow: request(`{ "src": {{ $request/get/src }} }`),
      request: { query: "src=conf/body.xml" },
      status: 502,
      check: failed(/nothing at the src/),
    },
    ...["__proto__", "constructor", "../secret", "/etc/passwd"].map(
      (location): Sample => ({
        name: `${location} from outside`,
        flow: request(`{ "src": {{ $request/get/src }} }`),
        request: { query: `src=${encodeURIComponent(location)}` },
        status: 502,
        check: failed(/nothing at the src/),
      }),
    ),
  ],
  files,
);

findings("src of a body", {
  "a file that is missing": {
    flow: request(`{ "src": "conf/bodi.xml" }`),
    finds: "error",
    message: /FLOW4011 .*conf\/bodi\.xml/,
    options: files,
  },
  "a file outside": { flow: request(`{ "src": "../a.xml" }`), finds: "error", message: /FLOW4012/ },
  "a URL": { flow: request(`{ "src": "https://a.test/b" }`), finds: "error", message: /FLOW4047/ },
  "of an upload": {
    flow: `<request>{ "url": "http://a.test", "uploads": [ { "name": "a", "src": "none.txt" } ] }</request>`,
    finds: "error",
    message: /FLOW4011 .*none\.txt/,
  },
  "a client certificate that is missing": {
    flow: `<request>{ "url": "http://a.test", "options": { "client-certificate-file": "none.pem" } }</request>`,
    finds: "error",
    message: /FLOW4011 .*none\.pem/,
  },
  "a client certificate that is computed": {
    flow: `<request>{ "url": "http://a.test", "options": { "client-certificate-file": {{ $env/CERTIFICATE }} } }</request>`,
    finds: "error",
    message: /FLOW4048/,
  },
});
