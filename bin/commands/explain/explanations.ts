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

/** The cells of a row of a Markdown table, from index 1 on. */
const cells = (line: string): readonly string[] =>
  line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
