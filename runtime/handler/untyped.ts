/** Plain data or nodes of any form, as `JSON.parse` types what it reads. */
// biome-ignore lint/suspicious/noExplicitAny: nobody but the handler knows the form of the data
export type Untyped = any;
