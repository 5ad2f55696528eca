export { readJson, writeJson } from "./json/long-integers.js";
export type { Node } from "./model/node.js";
export type { JsonObject } from "./model/values.js";
export { parseXml } from "./xml/parse-xml.js";
export { attribute, escaped } from "./xml/xml-text.js";
