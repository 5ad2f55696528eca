/**
 * Reads HTML. An entry of its own, because an HTML parser is bigger than all else that most apps have inside.
 * @module
 */
export { htmlParse } from "./language/html/html-parse.js";
export { parseHtml } from "./language/html/parse-html.js";
