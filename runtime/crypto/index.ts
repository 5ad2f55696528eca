/**
 * What generated code imports for signatures and encryption. An entry of its own, because it needs the module crypto
 * of Node, which the other runtimes have too, but not in every configuration.
 * @module
 */
export { decrypt, encrypt } from "./encryption.js";
export { calcSignature, verifySignature } from "./signature.js";
