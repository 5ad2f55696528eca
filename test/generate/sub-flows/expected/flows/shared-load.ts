// shared/load.xml, compiled by flowc.

import { type Flow, request } from "flowc/runtime";

export const sharedLoadFlow: Flow = async ($) => {
  await request($, "main", { url: "http://orders.example/" });      // shared/load.xml:2:3 request
};
