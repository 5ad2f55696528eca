import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** Returns an absolute path without links. Its last parts need not exist. */
export function realPath(path: string): string {
  const absolute = resolve(path);
  try {
    return realpathSync(absolute);
  } catch {
    const parent = dirname(absolute);
    return parent === absolute ? absolute : join(realPath(parent), basename(absolute));
  }
}
