/**
 * The pattern between delimiters, if a pattern has some and begins or ends with an anchor, as in `/^a$/i`. Such a pattern
 * never matches: the ends of the text would lie beyond its slashes.
 */
export function withoutDelimiters(pattern: string): string | undefined {
  const [, found] = /^\/([\s\S]*)\/[a-z]*$/.exec(pattern) ?? [];
  return found !== undefined && /^\^|(?:^|[^\\])\$$/.test(found) ? found : undefined;
}
