/**
 * Serves an app with the server of Bun.
 * @module
 */
export { listen } from "./server/bun.js";
