import { type Decision, subjects } from "../../compiler/move/decision.js";

/** The text about a code. */
export interface Explanation {
  readonly code: string;
  readonly severity: "error" | "warning" | "decision";
  readonly section: string;
  readonly message: string;
  /** The way to correct it; empty if the message says it. */
  readonly instead: string;
  /** All of that, for people. */
  readonly text: string;
}

/**
 * Reads the texts about each code in the tables of diagnostics, and in which section they are.
 * @param page docs/diagnostics.md
 */
export function explanations(page: string): ReadonlyMap<string, Explanation> {
  const explained = new Map<string, Explanation>();
  let section = "";
  for (const line of page.split("\n")) {
    if (line.startsWith("## ")) section = line.slice(3);
    const [, code = "", level, message = "", instead = ""] = cells(line);
    if (!/^FLOW\d{4}$/.test(code)) continue;
    const severity = level === "warning" ? "warning" : "error";
    const lines = [`${code}: ${severity}, in ${section}`, "", message];
    if (instead !== "") lines.push("", `Instead: ${instead}`);
    if (severity === "warning") lines.push("", `To silence it: <!-- flowc-ignore ${code}: why -->`);
    explained.set(code, { code, severity, section, message, instead, text: `${lines.join("\n")}\n` });
  }
  return explained;
}

/** Returns the text of the catalogue about each decision. */
export const decisionTexts = (decisions: ReadonlyMap<string, Decision>): ReadonlyMap<string, Explanation> =>
  new Map([...decisions].map(([id, decision]) => [id, explained(decision)]));

function explained({ id, title, old, now, noticed }: Decision): Explanation {
  const section = subjects[id.split("-")[1] ?? ""] ?? "";
  const lines = [
    `${id}: ${title}, in ${section}`,
    `The original engine: ${old ?? "its reference does not say."}`,
    `flowc: ${now}`,
    `Noticed by: ${partiesOf(noticed)}.`,
  ];
  const text = `${lines.join("\n\n")}\n`;
  return { code: id, severity: "decision", section, message: title, instead: "", text };
}

/** Who notices a decision, in words. */
export function partiesOf(noticed: Decision["noticed"]): string {
  const names = { client: "clients", upstream: "upstream systems", operator: "operators" };
  return noticed.map((party) => names[party]).join(", ") || "nobody";
}

/** The cells of a row of a Markdown table, from index 1 on. */
const cells = (line: string): readonly string[] =>
  line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
