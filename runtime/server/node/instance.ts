import { hostname } from "node:os";
import { logOrigin } from "../../observe/logs/log.js";

/** Has all events name this machine, and this process where several serve. */
export function nameInstance(worker?: number): void {
  logOrigin({ ...machine(), ...(worker !== undefined && { worker }) });
}

function machine(): { readonly instance?: string } {
  try {
    return { instance: hostname() };
  } catch {
    return {}; // Deno tells it only with --allow-sys
  }
}
