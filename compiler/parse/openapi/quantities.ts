/** A number within bounds; `undefined` for any other text. */
export function readQuantity(text: string, least: number, most: number, isWhole = false): number | undefined {
  if (!/^\d+(\.\d+)?$/.test(text.trim())) return undefined;
  const number = Number(text);
  return number >= least && number <= most && (!isWhole || Number.isInteger(number)) ? number : undefined;
}

/** `20%` is 0.2. */
export function readPercent(text: string): number | undefined {
  const [, digits] = /^(.*)%$/.exec(text.trim()) ?? [];
  const percent = digits === undefined ? undefined : readQuantity(digits, 0, 100);
  return percent === undefined ? undefined : percent / 100;
}

const seconds: ReadonlyMap<string, number> = new Map([
  ["s", 1],
  ["min", 60],
  ["h", 3600],
  ["d", 86_400],
]);

/** A number of requests for each second, minute, hour or day. */
export interface Rate {
  readonly count: number;
  readonly seconds: number;
}

/** `100/s`, `60/min` */
export function readRate(text: string): Rate | undefined {
  const [, digits = "", unit = ""] = /^([\d.]+)\s*\/\s*(s|min|h|d)$/.exec(text.trim()) ?? [];
  const count = readQuantity(digits, 0.001, 1_000_000);
  return count === undefined ? undefined : { count, seconds: seconds.get(unit) ?? 1 };
}
