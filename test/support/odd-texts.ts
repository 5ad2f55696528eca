/** Texts as odd clients write them. */
import fc from "fast-check";

/** Mostly good texts, so that not every request is refused. */
export function mostly(good: readonly string[], odd: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...good) },
    { weight: 1, arbitrary: fc.constantFrom(...odd) },
  );
}

export const huge = "a".repeat(2000);
export const texts = mostly(
  ["5", "100", "abc", "a b", ""],
  [
    "05",
    "+5",
    "5e0",
    "99999",
    "٥",
    "\0",
    "5\0",
    "é",
    huge,
    "9007199254740993",
    "a,b",
    "5,6",
    '"',
    "\u2028",
    "\ufeff5",
  ],
);

/**
 * A text as a query may have it: each character literal, or encoded in one of several ways, or something
 * malformed.
 */
export function encoded(source: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: source.map((text) => encodeURIComponent(text)) },
    {
      weight: 1,
      arbitrary: source.map((text) => encodeURIComponent(text).replaceAll("%20", "+").toLowerCase()),
    },
    { weight: 1, arbitrary: source.map(everyByte) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "%",
        "%zz",
        "%ff",
        "5%",
        "%c0%b5",
        "%E4",
        "%ed%a0%80",
        "a%20%",
        "5;amount=6",
      ),
    },
  );
}

function everyByte(text: string): string {
  return Array.from(Buffer.from(text.slice(0, 100)), (byte) => `%${byte.toString(16).padStart(2, "0")}`).join(
    "",
  );
}

const names = mostly(
  ["amount", "word", "tags", "tags", "list", "deep[amount]", "other"],
  [
    "Amount",
    "amount ",
    "amount[]",
    "",
    "deep",
    "deep[amount][x]",
    "deep[",
    "__proto__",
    "?amount",
    "amount\0",
    "_charset_",
  ],
);

export function pairs(separators: readonly string[]): fc.Arbitrary<string> {
  return fc
    .array(
      fc.tuple(
        encoded(names),
        fc.constantFrom("=", "=", "=", ""),
        encoded(texts),
        fc.constantFrom(...separators),
      ),
      { maxLength: 3 },
    )
    .map((all) => all.map((parts) => parts.join("")).join(""));
}
