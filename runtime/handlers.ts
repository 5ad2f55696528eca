/**
 * What the generated code of apps with handlers calls. Handlers themselves import `flowc/handler`.
 * @module
 */
export { handle } from "./handler/handler.js";
