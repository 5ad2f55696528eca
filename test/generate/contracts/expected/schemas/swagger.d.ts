// The schemas of swagger.yaml, compiled by flowc and Ajv.

import type { SchemaCheck } from "flowc/runtime/validation";

export declare const isGetOrderPathId: SchemaCheck;
export declare const isGetOrderQueryFields: SchemaCheck;
export declare const isGetOrderHeaderXKey: SchemaCheck;
export declare const isOrder: SchemaCheck;
