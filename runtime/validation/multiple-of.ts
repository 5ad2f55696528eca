/**
 * Whether a number is a multiple of another (JSON Schema, `multipleOf`). Computes with the decimal digits that the
 * numbers are written with, since floating point takes 19.99 for no multiple of 0.01, and 1e308 for one of 0.123.
 */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  if (!Number.isFinite(value)) return false;
  const [number, by] = [decimal(value), decimal(divisor)];
  const exponent = Math.min(number.exponent, by.exponent);
  return scaled(number, exponent) % scaled(by, exponent) === 0n;
}

/** A number as `digits` times ten to the power of `exponent`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function decimal(value: number): Decimal {
  const [mantissa = "", exponent] = value.toExponential().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/** The digits for a smaller exponent. Exponents go from -324 to 308, so this has some 650 digits at most. */
function scaled({ digits, exponent }: Decimal, smaller: number): bigint {
  return digits * 10n ** BigInt(exponent - smaller);
}
