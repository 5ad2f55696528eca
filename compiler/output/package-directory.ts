import { dirname, extname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const ownPath = fileURLToPath(import.meta.url);

/** `.ts` if flowc runs from its source. `.js` if it is built; then its modules are in `dist/`. */
export const moduleExtension = extname(ownPath);

export const runtimeDirectory = resolve(dirname(ownPath), "../../runtime");

/** The directory of flowc's package.json. */
export const packageDirectory = resolve(dirname(ownPath), moduleExtension === ".ts" ? "../.." : "../../..");
