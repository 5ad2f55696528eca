/**
 * The imports of generated code for stylesheets of XSLT 2.0 and 3.0. It is an entry of its own, because
 * SaxonJS is bigger than everything else together. Flows wait for SaxonJS: where the platform has threads, it
 * runs in one.
 * @module
 */
export { contentBySaxon, saxonStylesheet, transformedBySaxon } from "./xslt/saxon/saxon-stylesheet.js";
