/** Where a test was written, or why it cannot be. */
export type SavedTest = { readonly path: string; readonly text: string } | { readonly problem: string };
