import { InvalidArgumentError } from "commander";

/** The value of an option that counts. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It has to be a whole number.");
  return Number(text);
}

export function port(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError("It has to be a whole number from 0 to 65535.");
  return Number(text);
}

/** Each value of an option that may be repeated. */
export const repeated = (text: string, before: readonly string[]): readonly string[] => [...before, text];

export function httpUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError("It has to be an http or https URL.");
  return url;
}
