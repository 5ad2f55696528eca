import { createHmac, randomBytes } from "node:crypto";
import { maskedBody } from "../../../runtime/observe/trace/bodies.js";
import { innerText } from "../../../runtime/observe/trace/mask-text.js";
import { maskedUrl } from "../../../runtime/observe/trace/mask-url.js";
import { Masks } from "../../../runtime/observe/trace/masks.js";
import type { RecordedBody, RecordedFields } from "../../../runtime/observe/trace/recording.js";
import { textIn } from "../../recording/body.js";

/** A message as it was seen, and its body as far as it was kept. */
export interface SeenBody {
  readonly bytes: Uint8Array;
  readonly length: number;
}

/**
 * Puts stand-ins in place of secrets. The same secret has the same stand-in in the whole recording, and nobody without the
 * key, which is never written, can tell it.
 */
export class Secrets {
  readonly #key = randomBytes(32);

  constructor(
    private readonly names: ReadonlySet<string>,
    private readonly shows: boolean,
  ) {}

  /** For one exchange: a secret of one message is one in all that follow. */
  masks(): Masks {
    return new Masks(this.names, this.shows, (secret) => {
      const digest = createHmac("sha256", this.#key).update(secret).digest("hex");
      return `hidden-${digest.slice(0, 16)}`;
    });
  }
}

export const shownTarget = (target: string, masks: Masks): string =>
  masks.masked(maskedUrl(target, masks, innerText(masks)));

/** Schemes of credentials and names of cookies stay: flows take the fields apart. */
export function shownFields(fields: RecordedFields, masks: Masks): RecordedFields {
  return fields.map(([name, value]) => {
    if (!masks.isSecret(name)) return [name, masks.masked(value)];
    const lower = name.toLowerCase();
    if (lower === "cookie")
      return [
        name,
        value
          .split(/; */)
          .map((pair) => shownPair(pair, masks))
          .join("; "),
      ];
    if (lower === "set-cookie") {
      const [pair = "", ...attributes] = value.split(";");
      return [name, [shownPair(pair, masks), ...attributes].join(";")];
    }
    const [, scheme, rest = ""] = /^([\w-]+ +)(\S.*)$/s.exec(value) ?? [];
    return [name, scheme === undefined ? masks.hidden(value) : scheme + masks.hidden(rest)];
  });
}

function shownPair(pair: string, masks: Masks): string {
  const equals = pair.indexOf("=") + 1;
  return pair.slice(0, equals) + masks.hidden(pair.slice(equals));
}

export function shownBody({ bytes, length }: SeenBody, type: string, masks: Masks): RecordedBody | undefined {
  if (length === 0) return undefined;
  const isCut = bytes.length < length;
  // A cut may go through a character.
  const text = textIn(bytes) === undefined && !isCut ? undefined : maskedBody(bytes, type, masks);
  const content =
    text === undefined ? { base64: Buffer.from(bytes).toString("base64") } : { text: masks.masked(text) };
  return { ...content, bytes: length, ...(isCut && { isCut }) };
}
