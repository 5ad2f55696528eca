/**
 * The part of Protocol Buffers that is needed to read OTLP: fields by their numbers, and nothing of their
 * meaning.
 */
type Field = number | Uint8Array;

export class Message {
  readonly #fields = new Map<number, Field[]>();

  constructor(bytes: Uint8Array) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = 0;
    const varint = (): number => {
      let value = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = view.getUint8(at++);
        value += (byte & 127) * 2 ** shift;
        if (byte < 128) return value;
      }
    };
    while (at < bytes.length) {
      const key = varint();
      const number = key >>> 3;
      let field: Field;
      if ((key & 7) === 0) field = varint();
      else if ((key & 7) === 1) {
        field = view.getFloat64(at, true);
        at += 8;
      } else if ((key & 7) === 2) {
        const length = varint();
        field = bytes.subarray(at, at + length);
        at += length;
      } else if ((key & 7) === 5) {
        field = view.getUint32(at, true);
        at += 4;
      } else throw new Error(`The wire type ${key & 7} is not known.`);
      this.#fields.set(number, [...(this.#fields.get(number) ?? []), field]);
    }
    if (at !== bytes.length) throw new Error("A field is longer than its message.");
  }

  all(number: number): readonly Message[] {
    return this.#bytes(number).map((bytes) => new Message(bytes));
  }

  text(number: number): string {
    return this.#bytes(number).map((bytes) => new TextDecoder().decode(bytes))[0] ?? "";
  }

  hex(number: number): string {
    return Buffer.from(this.#bytes(number)[0] ?? []).toString("hex");
  }

  number(number: number): number | undefined {
    const found = this.#fields.get(number)?.[0];
    return typeof found === "number" ? found : undefined;
  }

  #bytes(number: number): readonly Uint8Array[] {
    return (this.#fields.get(number) ?? []).filter((field) => field instanceof Uint8Array);
  }
}
