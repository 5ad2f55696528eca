export { Files, type Input, resolvePath } from "./files.js";
export { hash } from "./hash.js";
export { append, countWhile } from "./lists.js";
export { contentLocation, placeOf } from "./place.js";
export { type Inputs, isInside, readDirectory } from "./read-directory.js";
export { MappedText, SourceText, type Span } from "./source-text.js";
export { recentlyUsed, type Store } from "./store.js";
