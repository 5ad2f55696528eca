/**
 * Which names say that their values let somebody in. Words count, not letters: a `pin` is secret, `shipping` is not;
 * `auth_code` is, `zip_code` is not.
 * @module
 */

/** Anywhere in a name, whatever is between its words. */
const secretText =
  /token|secret|passw|passphrase|passcode|apikey|accesskey|privatekey|signature|credential|authori[sz]ation|jwt|sess(?:ion)?id|userpass|auth(?:code|key)/;

/** Such a word as the last one of a name. */
const secretLast: ReadonlySet<string> = new Set([
  ...["key", "sig", "hmac", "pwd", "pass", "auth", "session", "sid", "otp", "totp", "pin", "cvv", "cvc"],
]);

/** What `code` has before it where it lets somebody in; other codes are of countries, errors, goods, … */
const secretCode: ReadonlySet<string> = new Set([
  ...[
    "auth",
    "access",
    "login",
    "security",
    "verification",
    "verify",
    "confirmation",
    "confirm",
    "activation",
  ],
  ...["reset", "recovery", "backup", "invite", "device", "otp", "totp", "mfa", "sms", "pin"],
]);

/** What every text has that holds a secret name which is not encoded. */
const hint =
  /token|secret|pass|key|signature|credential|authori|jwt|sess|sid|sig|hmac|pwd|auth|otp|pin|cv[vc]|code/i;

/** Whether there may be a secret name in the text: most have none, and need not be taken apart. */
export function hasSecretWord(text: string): boolean {
  return hint.test(text);
}

/** The name of a member, or a parameter. */
export function isSecretName(name: string): boolean {
  if (!hasSecretWord(name)) return false;
  const words = wordsOf(name);
  if (secretText.test(words.join(""))) return true;
  const last = words.at(-1) ?? "";
  return secretLast.has(last) || (last === "code" && secretCode.has(words.at(-2) ?? ""));
}

/** `code` by itself is the code of an authorization in a URL (RFC 6749 §4.1.2), and elsewhere that of an error. */
export function isSecretParameter(name: string): boolean {
  return name.toLowerCase() === "code" || isSecretName(name);
}

/** `userPass`, `user_pass`, `user-pass2` and `USER.PASS` are `user` and `pass`; `XAuth` is `x` and `auth`. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/[a-z](?=[A-Z])|[A-Z](?=[A-Z][a-z])/g, "$& ")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "");
}
