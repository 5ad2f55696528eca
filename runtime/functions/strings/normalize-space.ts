/** XML reads identifiers by the same rule, so the function is written where it can use it. */
export { normalizeSpace } from "../../text/normalize-space.js";
