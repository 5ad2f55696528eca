/** Adds all items to a list. A call takes only so many arguments, so that `push(...items)` fails for long lists. */
export function pushAll<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}
