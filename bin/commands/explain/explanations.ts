import { type Decision, subjects } from "../../../compiler/move/decision.js";

/**
 * What the tables of diagnostics say of each code, and in which section.
 * @param page docs/diagnostics.md
 */
export function explanations(page: string): ReadonlyMap<string, string> {
  const explained = new Map<string, string>();
  let section = "";
  for (const line of page.split("\n")) {
    if (line.startsWith("## ")) section = line.slice(3);
    const [, code, severity, message, instead] = cells(line);
    if (code === undefined || !/^FLOW\d{4}$/.test(code)) continue;
    const lines = [`${code}: ${severity}, in ${section}`, "", message];
    if (instead) lines.push("", `Instead: ${instead}`);
    if (severity === "warning") lines.push("", `To silence it: <!-- flowc-ignore ${code}: why -->`);
    explained.set(code, `${lines.join("\n")}\n`);
  }
  return explained;
}

/** What the catalogue says of each decision. */
export const decisionTexts = (decisions: ReadonlyMap<string, Decision>): ReadonlyMap<string, string> =>
  new Map([...decisions].map(([id, decision]) => [id, decisionText(decision)]));

function decisionText({ id, title, old, now, noticed }: Decision): string {
  const lines = [
    `${id}: ${title}, in ${subjects[id.split("-")[1] ?? ""]}`,
    `The original engine: ${old ?? "its reference does not say."}`,
    `flowc: ${now}`,
    `Noticed by: ${partiesOf(noticed)}.`,
  ];
  return `${lines.join("\n\n")}\n`;
}

/** Who notices a decision, in words. */
export function partiesOf(noticed: Decision["noticed"]): string {
  const names = { client: "clients", upstream: "upstream systems", operator: "operators" };
  return noticed.map((party) => names[party]).join(", ") || "nobody";
}

/** The cells of a row of a Markdown table, from index 1 on. */
const cells = (line: string): readonly string[] =>
  line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
