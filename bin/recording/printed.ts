import { maskedBody } from "../../runtime/observe/trace/mask-body.js";
import { shownText } from "../../runtime/observe/trace/mask-text.js";
import { Masks } from "../../runtime/observe/trace/masks.js";
import { recordedFields } from "../../runtime/observe/trace/recorded-message.js";
import type { RecordedFields } from "../../runtime/observe/trace/recording.js";
import { shownField, shownUrl } from "../../runtime/observe/trace/traced-credentials.js";
import { bytesOf } from "./body.js";

/** A message of an exchange: its fields, and the bytes of its body. */
export interface Message {
  readonly fields: RecordedFields;
  readonly body: Uint8Array;
}

/** A message as reports print it. */
export interface PrintedMessage {
  readonly fields: RecordedFields;
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
    const type = fields.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
    const shown = recordedFields(fields, this.#masks);
    if (body.length === 0) return { fields: shown, body };
    const { text, charset } = maskedBody(body, type, this.#masks, false);
    const bytes = text === undefined ? body : bytesOf({ text, bytes: 0, ...(charset && { charset }) });
    return { fields: shown, body: bytes };
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
