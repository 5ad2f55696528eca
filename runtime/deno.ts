/**
 * Serves an app with the server of Deno.
 * @module
 */
export { listen } from "./server/deno.js";
