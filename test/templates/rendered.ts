import type { Sample } from "../support/samples.js";

/** The result of a template for a JSON document, which is its context. */
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

/** The result of a template for an XML document. */
export const renderedXml = (template: string, xml: string, json: unknown): Sample => ({
  name: `${template} of XML`,
  flow: `<eval out="$x"><![CDATA[xml-parse('${xml}')]]></eval><template in="$x"><![CDATA[${template}]]></template>`,
  json,
});
