/** Mappings are read and written segment by segment, and mean what the codec of the library makes of them. */
import { decode, encode, type SourceMapSegment } from "@jridgewell/sourcemap-codec";
import fc from "fast-check";
import { expect, test } from "vitest";
import { MappingsWriter, readMappings } from "../../compiler/output/mappings.js";

const number = fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 2 ** 29 }));
const segment: fc.Arbitrary<SourceMapSegment> = fc.oneof(
  fc.tuple(number),
  fc.tuple(number, number, number, number),
  fc.tuple(number, number, number, number, number),
);
const lines = fc
  .array(fc.array(segment, { maxLength: 12 }), { maxLength: 6 })
  .map((all) => all.map((line) => line.sort(([a], [b]) => a - b)));

const withSource = (line: readonly SourceMapSegment[]) => line.filter(({ length }) => length > 1);

test("segments with sources are read as the codec decodes them", () => {
  fc.assert(
    fc.property(lines, (written) => {
      const read: SourceMapSegment[][] = [[]];
      readMappings(encode(written), {
        line: () => read.push([]),
        segment: ({ column, source, line, sourceColumn, name }) => {
          const place = [column, source, line, sourceColumn] as const;
          read.at(-1)?.push(name < 0 ? [...place] : [...place, name]);
        },
      });
      expect(read).toEqual(decode(encode(written)).map(withSource));
    }),
  );
});

test("they are written as the codec encodes them, after those that stand before", () => {
  fc.assert(
    fc.property(lines, fc.tuple(number, number, number, number), (written, end) => {
      const writer = new MappingsWriter(...end);
      const all = written.map(withSource);
      for (const [index, line] of all.entries()) {
        if (index > 0) writer.line();
        for (const [column, source = 0, at = 0, sourceColumn = 0, name = -1] of line)
          writer.segment(column, source, at, sourceColumn, name);
      }
      expect(writer.text()).toBe(encode([[[0, ...end]], ...all]).replace(/^[^;]*;?/, ""));
    }),
  );
});

test("of a million segments, too", () => {
  const writer = new MappingsWriter(0, 0, 0, 0);
  for (let index = 0; index < 1_000_000; index++) writer.segment(index * 9, index % 7, index, 3, index % 5);
  let count = 0;
  readMappings(writer.text(), {
    line: () => {},
    segment: ({ column, line, source, name }) => {
      if (column !== line * 9 || source !== line % 7 || name !== line % 5) throw new Error(`not ${line}`);
      count++;
    },
  });
  expect(count).toBe(1_000_000);
});
