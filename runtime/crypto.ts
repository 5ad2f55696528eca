/**
 * What generated code imports for signatures and encryption. It is an entry of its own, because it needs the module
 * crypto of Node. Other platforms have that too, but not in every configuration.
 * @module
 */
export { decrypt, encrypt } from "./security/crypto/encryption.js";
export { calcSignature, verifySignature } from "./security/crypto/signature.js";
