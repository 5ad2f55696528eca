/** Written in `text/`, since XML reads identifiers by the same rule. */
export { normalizeSpace } from "../../text/normalize-space.js";
