// The schemas of swagger.yaml as functions, compiled by flowc and Ajv.
// There is nothing to read here: what is checked stands in that file, and when in contracts/.

import type { SchemaCheck } from "flowc/runtime/validation";

export declare const isGetOrderPathId: SchemaCheck;
export declare const isGetOrderQueryFields: SchemaCheck;
export declare const isGetOrderHeaderXKey: SchemaCheck;
export declare const isOrder: SchemaCheck;
