/**
 * The imports of generated code for signatures and encryption. It is an entry of its own, because it needs
 * the module crypto of Node. Other platforms have that too, but not in every configuration.
 * @module
 */
export { calcSignature, decrypt, encrypt, verifySignature } from "./security/crypto/crypto-functions.js";
