/**
 * Exchanges as they are kept, without secrets: the one form of traces and of recordings, whose modules say what else
 * they know of an exchange.
 * @module
 */

/** Header fields, in the order in which they came. */
export type Fields = readonly (readonly [name: string, value: string])[];

/**
 * A body without its content coding: `text`, or `base64` for a picture and the like. A body that nobody has read has
 * neither. The fields say its media type.
 */
export interface Body {
  readonly text?: string;
  readonly base64?: string;
  /** The character set in which the text was sent; UTF-8 if it is missing. With `base64`, one that can only be read. */
  readonly charset?: string;
  /** True if it cannot be read, so that nobody can find secrets in it: `text` is a stand-in, the same for the same body. */
  readonly isHidden?: boolean;
  /** All bytes of the body, kept or not; missing if nobody has counted them. */
  readonly bytes?: number;
  /** True if only the beginning of it was kept, or nothing. */
  readonly isCut?: boolean;
}

export interface RequestMessage {
  readonly method: string;
  /** The path and the query as they were sent; a whole URL for upstream requests. */
  readonly target: string;
  readonly fields: Fields;
  readonly body?: Body;
}

export interface ResponseMessage {
  readonly status: number;
  readonly fields: Fields;
  readonly body?: Body;
}

export interface ExchangeBase {
  readonly request: RequestMessage;
  /** `undefined` while it is waited for, and if there was none. */
  readonly response?: ResponseMessage;
  /** Why there is no response, or none that is whole: the code of the error, or words. */
  readonly failure?: string;
}

/** Returns true if nobody has read a body on its way. */
export function isUnread({ text, base64 }: Body): boolean {
  return text === undefined && base64 === undefined;
}

/** The value of the first field with a name in lower case; empty if there is none. */
export function fieldValue(fields: Fields, wanted: string): string {
  return fields.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? "";
}
