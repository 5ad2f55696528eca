// The schemas of store.yaml as functions, compiled by flowc and Ajv.
// There is nothing to read here: what is checked stands in that file, and when in contracts/.

import type { SchemaCheck } from "flowc/runtime/validation";

export declare const isGetOrdersQueryId: SchemaCheck;
export declare const isGetOrdersResponse200: SchemaCheck;
