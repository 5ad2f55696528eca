/**
 * The imports of generated code that serves the description of the API, and a page about it. Only apps whose
 * description asks for that have it inside.
 * @module
 */
export { docsPage, published } from "./validation/docs/served-docs.js";
