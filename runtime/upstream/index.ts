export { isLong } from "./passed-body.js";
