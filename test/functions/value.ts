import { inXml, type Sample } from "../support/samples.js";

/** The value of an expression in a placeholder. */
export const value = (expression: string, json: unknown, query?: string): Sample => ({
  name: expression,
  flow: `<template>{{ ${inXml(expression)} }}</template>`,
  json,
  ...(query === undefined ? {} : { request: { query } }),
});
