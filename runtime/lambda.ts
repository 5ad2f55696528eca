/**
 * An app as handlers of AWS Lambda.
 * @module
 */
export { lambda } from "./server/lambda/lambda.js";
