/**
 * The imports of generated code for signed and encrypted XML. It is an entry of its own, because the
 * libraries for it are as big as the rest of an app.
 * @module
 */
export { decryptXml } from "./security/xml/decrypt-xml.js";
export { verifyXmldsig } from "./security/xml/verify-xmldsig.js";
