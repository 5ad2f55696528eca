import type { Sample } from "../support/samples.js";

/** What an expression yields in a placeholder. */
export const value = (expression: string, json: unknown, query?: string): Sample => ({
  name: expression,
  flow: `<template>{{ ${expression.replaceAll("&", "&amp;").replaceAll("<", "&lt;")} }}</template>`,
  json,
  ...(query === undefined ? {} : { request: { query } }),
});
