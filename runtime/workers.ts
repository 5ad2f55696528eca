/**
 * An app as a module worker of Cloudflare Workers.
 * @module
 */
export { worker } from "./server/worker.js";
