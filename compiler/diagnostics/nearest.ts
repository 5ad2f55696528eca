/** The runtime compares names, too: those of settings. */
export { misspelt, nearest } from "../../runtime/environment/nearest.js";
