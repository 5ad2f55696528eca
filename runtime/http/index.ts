export type { Bytes } from "./body-bytes.js";
export { bytesIn, charsetNamed, decodeIn } from "./charset.js";
export { codingsOf } from "./content-codings.js";
export { isConnectionField, isFieldValue, isToken } from "./field-syntax.js";
export { essence, isJson, isXml, parameter } from "./media-type.js";
export { FieldList } from "./received-fields.js";
export type { Reply } from "./reply.js";
