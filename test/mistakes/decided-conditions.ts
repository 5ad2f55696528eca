import type { Mistake } from "./support.js";

/** Conditions and branches of which the build can tell how they go. */
export const decidedConditions: readonly Mistake[] = [
  {
    name: "a position that there is not",
    flow: `<template>{ "a": {{ $body/json/rows/value[«0|1»] }} }</template>`,
    code: "FLOW2053",
  },
];
