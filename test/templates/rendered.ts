import type { Sample } from "../support/samples.js";

/** What a template makes of a JSON document, which is its context. */
export const rendered = (
  template: string,
  input: unknown,
  json: unknown,
  rest: Partial<Sample> = {},
): Sample => ({
  name: template,
  flow: `<template in="$body"><![CDATA[${template}]]></template>`,
  request: { json: input },
  json,
  ...rest,
});

/** What a template makes of an XML document. */
export const renderedXml = (template: string, xml: string, json: unknown): Sample => ({
  name: `${template} of XML`,
  flow: `<eval out="$x"><![CDATA[xml-parse('${xml}')]]></eval><template in="$x"><![CDATA[${template}]]></template>`,
  json,
});
