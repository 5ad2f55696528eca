import {
  keptMessage,
  Masks,
  shownField,
  shownText,
  shownUrl,
  unbounded,
} from "../../runtime/observe/index.js";
import type { Fields } from "../../runtime/observe/trace/index.js";
import { bytesOf } from "./body.js";

/** A message of an exchange: its fields, and the bytes of its body. */
export interface Message {
  readonly fields: Fields;
  readonly body: Uint8Array;
}

/** A message as reports print it. */
export interface PrintedMessage {
  readonly fields: Fields;
  /** As it was sent, but for secrets. */
  readonly body: Uint8Array;
}

/**
 * What commands print of one exchange, without the secrets that the app gets from its environment and those of the
 * messages. Stand-ins of a recording stay.
 */
export class Printed {
  readonly #masks = new Masks();

  /** @param messages all of the exchange: a secret of one is one in all of them */
  constructor(messages: readonly Message[]) {
    this.#masks.rememberVariables(process.env);
    for (const message of messages) this.message(message);
  }

  message({ fields, body }: Message): PrintedMessage {
    const seen = { bytes: body, length: body.length, isCoded: false };
    const kept = keptMessage({ fields, body: seen }, this.#masks, unbounded);
    return { fields: kept.fields, body: bytesOf(kept.body) };
  }

  url(url: string): string {
    return shownUrl(url, this.#masks);
  }

  /** @param names of what has the text: of a member, of that which it is in, of a field */
  text(text: string, names: readonly string[] = []): string {
    if (text === "") return text;
    return names.some((name) => this.#masks.isSecret(name))
      ? this.#masks.standIn(unquoted(text))
      : shownText(text, this.#masks);
  }

  field(name: string, value: string): string {
    return value === "" ? value : shownField(name, value, this.#masks);
  }
}

/** A text that reports show as JSON. */
const unquoted = (text: string): string => /^"(.*)"$/s.exec(text)?.[1] ?? text;
