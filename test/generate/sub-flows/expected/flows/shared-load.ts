// shared/load.xml, compiled by flowc.

import { request } from "flowc/runtime";
import type { Flow } from "../variables.js";

export const sharedLoadFlow: Flow = async ($) => {
  await request($, "main", { url: "http://orders.example/" });      // shared/load.xml:2:3 request
};
