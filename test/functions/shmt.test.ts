import { describe, expect, it } from "vitest";
import { parseShmt } from "../../compiler/parse/shmt/shmt.js";
import { findings } from "../support/findings.js";
import { samples } from "../support/samples.js";
import { value } from "./value.js";

type Entry = readonly [key: string, value: string];

interface Machine {
  readonly word: 4 | 8;
  readonly isLittle: boolean;
}

const common: Machine = { word: 8, isLittle: true };

/** A database as that machine writes it, the first entry in a bucket and the others in slots. */
function shmt(entries: readonly Entry[], { word, isLittle }: Machine = common): Uint8Array {
  const count = Math.max(2, 2 ** Math.ceil(Math.log2(entries.length)));
  const itemSize = word + 8;
  const start = 8 + 4 * word;
  const buckets = count * (word + itemSize);
  const map = buckets + count * itemSize;
  const texts = entries.map((entry) => entry.map((text) => Buffer.from(text)));
  const bytes = Buffer.concat([Buffer.alloc(start), Buffer.alloc(map, 0xff), ...texts.flat()]);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const write = (at: number, number: number) =>
    word === 4 ? view.setUint32(at, number, isLittle) : view.setBigUint64(at, BigInt(number), isLittle);

  bytes.write("shmt");
  view.setUint16(4, 100, isLittle);
  view.setUint8(6, word);
  view.setUint32(8, count - 1, isLittle);
  for (const [index, size] of [map, buckets, bytes.length].entries()) write(start - (3 - index) * word, size);
  let position = start + map;
  texts.forEach(([key = Buffer.of(), text = Buffer.of()], index) => {
    const item = start + (index === 0 ? word : buckets + index * itemSize);
    write(item, position);
    view.setUint32(item + word, key.length, isLittle);
    view.setUint32(item + word + 4, text.length, isLittle);
    position += key.length + text.length;
  });
  return bytes;
}

const entries: readonly Entry[] = [
  ["de", "Germany"],
  ["at", "Österreich"],
  ["", "nowhere"],
  ["empty", ""],
  ["__proto__", "own"],
];

samples(
  "lookup in an SHMT database",
  [
    value("lookup('countries.shmt', 'de')", "Germany"),
    value("lookup('fit://site/countries.shmt', $request/get/key)", "Österreich", "key=at"),
    value("lookup('countries.shmt', '')", "nowhere"),
    value("lookup('countries.shmt', 'empty', 'x')", ""),
    value("lookup('countries.shmt', 'none')", ""),
    value("lookup('countries.shmt', 'none', 'x')", "x"),
    value("lookup('countries.shmt', 'constructor', 'x')", "x"),
    value("lookup('countries.shmt', '__proto__', 'x')", "own"),
  ],
  { files: { "countries.shmt": shmt(entries) } },
);

findings("SHMT databases", {
  "a database that is missing": {
    flow: "<template>{{ lookup('none.shmt', 'a') }}</template>",
    finds: "error",
    message: /FLOW4011 There is no file none\.shmt/,
  },
  "a file that is none": {
    flow: "<template>{{ lookup('a.shmt', 'a') }}</template>",
    options: { files: { "a.shmt": "{}" } },
    finds: "error",
    message: /FLOW2023 a\.shmt is no SHMT database/,
  },
  "json-doc of a database": {
    flow: "<template>{{ json-doc('a.shmt') }}</template>",
    options: { files: { "a.shmt": shmt(entries) } },
    finds: "error",
    message: /FLOW2016/,
  },
});

describe("parseShmt", () => {
  it.each<Machine>([
    { word: 4, isLittle: true },
    { word: 4, isLittle: false },
    { word: 8, isLittle: true },
    { word: 8, isLittle: false },
  ])("reads what machines of each kind write: %o", (machine) => {
    expect(parseShmt(shmt(entries, machine))).toStrictEqual(new Map(entries));
  });

  it("reads no file that is cut off, or changed in its header", () => {
    const whole = shmt(entries);
    const broken = [0, 3, 7, 23, 39, whole.length - 1].map((length) => whole.slice(0, length));
    const changed = [0, 4, 6, 8, 11, 16, 24, 32, 39].map((at) => whole.with(at, 77));
    for (const bytes of [...broken, ...changed]) expect(parseShmt(bytes)).toBeUndefined();
  });

  it("reads no entry beyond the end", () => {
    const whole = shmt(entries);
    expect(parseShmt(whole.with(8 + 4 * 8 + 8 + 8, 255))).toBeUndefined();
    expect(parseShmt(whole.with(8 + 4 * 8 + 8 + 7, 1))).toBeUndefined();
  });
});
