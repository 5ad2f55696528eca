/** Written in `text/`, since XML reads identifiers by the same rule. */
export { normalizeSpace } from "../../../base/normalize-space.js";
