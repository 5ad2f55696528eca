/** `unixtime()`: whole seconds since 1970-01-01T00:00:00Z. */
export function unixtime(): number {
  return Math.floor(Date.now() / 1000);
}
