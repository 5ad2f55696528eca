/**
 * Which names say that their values let somebody in. Words count, not letters: `pin` is secret and `shipping` is not;
 * `auth_code` is and `zip_code` is not.
 * @module
 */

/** Anywhere in a name, whatever stands between its words. */
const secretText =
  /token|secret|passw|passphrase|passcode|apikey|accesskey|privatekey|signature|credential|authori[sz]ation|jwt|sess(?:ion)?id|userpass|auth(?:code|key)|saml(?:response|request|art)|codeverifier/;

/** Header fields, and members of `$request`, that let somebody in, whatever their words are. */
const secretFields: ReadonlySet<string> = new Set([
  ...["authorization", "proxy-authorization", "cookie", "cookies", "set-cookie", "debug"],
]);

/** Fields with the certificate that a client has shown to a proxy (RFC 9440), as each proxy names them. */
const certificateField = /client[-_]?cert|^x[-_]ssl[-_]cert/i;

/** Words that make a name secret if they come last. */
const secretLast: ReadonlySet<string> = new Set([
  ...[
    "key",
    "sig",
    "hmac",
    "pwd",
    "pass",
    "auth",
    "session",
    "sid",
    "otp",
    "totp",
    "pin",
    "cvv",
    "cvc",
    "assertion",
  ],
]);

/** Words that make a name secret before `code`. Other codes are of countries, errors, goods and so on. */
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

/** Every text with a secret name in it matches, unless the name is encoded. */
const hint =
  /token|secret|pass|key|signature|credential|authori|jwt|sess|sid|sig|hmac|pwd|auth|otp|pin|cv[vc]|code|saml|assertion|cert/i;

/** Returns true if a text may have a secret name in it. Most have none, and need not be taken apart. */
export function hasSecretWord(text: string): boolean {
  return hint.test(text);
}

/** Returns true if the name of a member or parameter is secret. */
export function isSecretName(name: string): boolean {
  if (!hasSecretWord(name)) return false;
  const words = wordsOf(name);
  if (secretText.test(words.join(""))) return true;
  const last = words.at(-1) ?? "";
  return secretLast.has(last) || (last === "code" && secretCode.has(words.at(-2) ?? ""));
}

/** Returns true if the name of a header field, or of a member of any value, is secret. */
export function isSecretMember(name: string): boolean {
  return secretFields.has(name.toLowerCase()) || isSecretName(name) || certificateField.test(name);
}

/** Last words of members with the name of something: `{ "name": "password", "value": "…" }`. */
const naming: ReadonlySet<string> = new Set([
  ...["name", "key", "id", "type", "label", "header", "variable", "field", "param", "parameter", "property"],
]);

/** Last words of the members beside them with its value. */
const valued: ReadonlySet<string> = new Set(["value", "values", "val", "content", "data", "text"]);

/** Returns true if a member, an attribute, an element, a column or a parameter may have the name of what another one has. */
export function namesAnother(member: string): boolean {
  return naming.has(wordsOf(member).at(-1) ?? "");
}

/** Returns true if a member may have the value of what another one names. */
export function hasValueOfAnother(member: string): boolean {
  return valued.has(wordsOf(member).at(-1) ?? "");
}

/**
 * Returns true if the name of a URL's parameter is secret. There, `code` by itself is that of an
 * authorization (RFC 6749 §4.1.2); elsewhere it is that of an error.
 */
export function isSecretParameter(name: string): boolean {
  return /^(?:code|ticket)$/i.test(name) || isSecretName(name);
}

/**
 * The words of a name. `userPass`, `user_pass`, `user-pass2` and `USER.PASS` are `user` and `pass`; `XAuth` is `x` and
 * `auth`.
 */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/[a-z](?=[A-Z])|[A-Z](?=[A-Z][a-z])/g, "$& ")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "");
}
