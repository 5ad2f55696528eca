/** The most UTF-16 units of a file that is looked at while someone edits it. */
export const maxLength = 2_000_000;

/** Milliseconds from a change to a look at the file that has changed, for changes that come together. */
export const quiet = 5;

/** Milliseconds without a change before everything is looked at. */
export const rest = 250;

/** Milliseconds of work between two looks at what the client has sent. */
export const slice = 8;

/** The most directories above a file in which the API description is looked for. */
export const maxParents = 32;
