/** The attributes of `<template>`; what stands in its body is tested in `test/templates/`. */
import { expect } from "vitest";
import { samples } from "../support/samples.js";

const twoNumbers = "{{if $request/get/broken}} 1 2 {{else}} 1 {{end}}";

samples(
  "template",
  [
    {
      name: "src: the template is in a file of its own",
      flow: `<template out="$user">{ "name": "Ada" }</template><template in="$user" src="hello.tmpl"/>`,
      json: { hello: "Ada" },
    },
    {
      name: "check: what is no JSON is logged, and sent",
      flow: `<template>${twoNumbers}</template>`,
      request: { query: "broken=1" },
      check: ({ text, log }) => {
        expect(text.trim()).toBe("1 2");
        expect(log).toEqual([expect.objectContaining({ topic: "template" })]);
      },
    },
    {
      name: "check: not if it is false",
      flow: `<template check="false">${twoNumbers}</template>`,
      request: { query: "broken=1" },
      check: ({ text, log }) => {
        expect(text.trim()).toBe("1 2");
        expect(log).toEqual([]);
      },
    },
    {
      name: "out: text that is no JSON is a string",
      flow: `<template out="$x" check="false">${twoNumbers}</template><template>{{ $x }}</template>`,
      request: { query: "broken=1" },
      check: ({ json }) => expect(String(json()).trim()).toBe("1 2"),
    },
  ],
  { files: { "hello.tmpl": '{ "hello": {{ name }} }' } },
);
