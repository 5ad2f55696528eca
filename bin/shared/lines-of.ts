import { createReadStream } from "node:fs";

/**
 * The lines of a file, one after the other: no more than one is in memory. `undefined` stands for one that is too long,
 * which is never held.
 * @param maxLine characters
 * @throws Error if the file cannot be read
 */
export async function* linesOf(file: string, maxLine: number): AsyncGenerator<string | undefined> {
  let parts: string[] = [];
  let length = 0;
  const take = (part: string): void => {
    length += part.length;
    if (length <= maxLine) parts.push(part);
    else parts = [];
  };
  const whole = (): string | undefined => {
    const text = length > maxLine ? undefined : parts.join("");
    parts = [];
    length = 0;
    return text;
  };
  for await (const chunk of createReadStream(file, { encoding: "utf8", highWaterMark: 1 << 20 })) {
    const [first = "", ...rest] = (chunk as string).split("\n");
    take(first);
    for (const part of rest) {
      yield whole();
      take(part);
    }
  }
  if (length > 0) yield whole();
}
