import { setting } from "../../base/settings.js";

/**
 * Opens something for the Redis of the settings when it is first asked for, and anew where another Redis or another
 * password has taken the place of the one before. Requests in flight keep what they have got.
 */
export function opened<T extends { close?(): void }>(
  open: (bindings: unknown) => Promise<T>,
): (bindings: unknown) => Promise<T> {
  let last: Promise<T> | undefined;
  let url: string | undefined;
  return (bindings) => {
    const wanted = setting(bindings, "CACHE_URL");
    if (last === undefined || wanted !== url) {
      last?.then((before) => before.close?.()).catch(() => {});
      url = wanted;
      last = open(bindings);
      last.catch(() => {}); // each request that needs it says so
    }
    return last;
  };
}
