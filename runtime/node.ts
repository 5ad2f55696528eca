/**
 * Serving an app with Node.
 * @module
 */
export { listen } from "./server/node/listen.js";
