/** Numbers that pay: of cards and of accounts. Digits are told from other ones by their check digits. */

/** A number as issuers of cards give them, in groups or not. */
export const cardForm = /(?<![\w.-])[2-6]\d(?:[ -]?\d){11,17}(?![\w.-])/g;

/** An IBAN (ISO 13616), in groups or not. */
export const ibanForm = /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?\b/g;

/** Beginnings and lengths of the numbers of Visa, Mastercard, American Express, Discover, JCB, Diners, UnionPay, Maestro. */
const issued =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}|3[47]\d{13}|(?:6011|64[4-9]\d|65\d\d|35[2-8]\d)\d{12}|3(?:0[0-5]|[689]\d)\d{11}|62\d{14,17}|(?:50|5[6-9]|6[37])\d{11,17})$/;

/** Returns true if the digits are of a card that may have been issued, and Luhn's check digit is right. */
export function isCard(text: string): boolean {
  const digits = text.replace(/\D/g, "");
  if (!issued.test(digits)) return false;
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const doubled = Number(digits[digits.length - 1 - at]) * (at % 2 === 0 ? 1 : 2);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Returns true if the check digits are right (ISO 13616). */
export function isIban(text: string): boolean {
  const plain = text.replaceAll(" ", "");
  if (plain.length < 15 || plain.length > 34) return false;
  const digits = (plain.slice(4) + plain.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}
