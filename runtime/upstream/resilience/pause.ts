import type { Halt } from "../halt.js";

/** Waits, unless the request ends before. */
export function pause(milliseconds: number, halt: Halt): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    halt.tell((reason) => {
      clearTimeout(timer);
      reject(reason);
    });
  });
}
