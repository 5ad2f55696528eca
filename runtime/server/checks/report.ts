/** One thing that was looked at. No member has a value that may be a secret. */
export interface Check {
  readonly state: "ok" | "warning" | "wrong";
  readonly check:
    | "settings"
    | "start"
    | "file"
    | "environment"
    | "upstream"
    | "collector"
    | "certificate"
    | "cache";
  /** The variable, the file or the system. */
  readonly subject: string;
  readonly message: string;
  /** What of the app names it: paths of flows, or a part of the API description. */
  readonly from?: string;
  /** What to do, if it is not right. */
  readonly advice?: string;
}

/** The check, with what to do if it is not right. */
export function advised(check: Check, advice: string | undefined): Check {
  return check.state === "ok" || advice === undefined ? check : { ...check, advice };
}

const columns = ["state", "check", "subject"] as const;

/** A line for each check, and one below it that says what to do. */
export function asText(checks: readonly Check[]): string {
  const widths = columns.map((name) =>
    checks.reduce((most, check) => Math.max(most, visible(check[name]).length), 0),
  );
  return checks
    .map(({ from, advice, message, ...check }) => {
      const cells = columns.map((name, index) => visible(check[name]).padEnd(widths[index] ?? 0));
      const more = [...(from === undefined ? [] : [`Named by ${from}.`]), ...(advice ? [advice] : [])];
      const line = `${cells.join("  ")}  ${visible(message)}\n`;
      return check.state === "ok" || more.length === 0
        ? line
        : `${line}${" ".repeat(9)}${visible(more.join(" "))}\n`;
    })
    .join("");
}

/** As in docs/commands/doctor.schema.json. */
export function asJson(checks: readonly Check[]): string {
  return `${JSON.stringify({ version: 1, checks }, undefined, 2)}\n`;
}

/** Text from outside, such as that of certificates, must not move the cursor of a terminal. */
function visible(text: string): string {
  return text.replace(
    /\p{C}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The same, if it is no fault of the app that a system is away or not well. */
export function withoutOutages(checks: readonly Check[]): readonly Check[] {
  return checks.map((one) =>
    one.state === "wrong" && /^(?:upstream|collector|cache)$/.test(one.check)
      ? { ...one, state: "warning" }
      : one,
  );
}

/** @param isStrict whether warnings are wrong, too */
export function fails(checks: readonly Check[], isStrict: boolean): boolean {
  return checks.some(({ state }) => state === "wrong" || (isStrict && state === "warning"));
}

/** What is wrong with a setting is told elsewhere. */
export function valueIfRight<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
