/** True of a text that can be the prefix of all paths. */
export const isBasePath = (text: string | undefined): text is string =>
  text === "" || (text?.startsWith("/") === true && !/[?#\\{}*]/.test(text));
