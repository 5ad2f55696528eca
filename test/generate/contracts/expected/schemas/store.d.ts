// The schemas of store.yaml, compiled by flowc and Ajv.

import type { SchemaCheck } from "flowc/runtime/validation";

export declare const isGetOrdersQueryId: SchemaCheck;
export declare const isGetOrdersResponse200: SchemaCheck;
