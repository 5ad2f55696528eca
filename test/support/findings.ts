/** Tables of flows and of what the build must say about each. */
import { describe, expect, test } from "vitest";
import { describeDiagnostic, diagnose, type Files } from "./compile.js";
import { type AppOptions, apiFiles } from "./samples.js";

export interface Finding {
  readonly name: string;
  /** The content of the `<flow>` element. */
  readonly flow: string;
  /** The severity of the worst finding. There must be one. */
  readonly finds: "error" | "warning" | "nothing";
  /** A pattern for the message. */
  readonly message?: RegExp;
  /** The path that it answers; `/x` if that does not matter. */
  readonly route?: string;
  readonly options?: AppOptions;
}

/** By their names; a text is a flow of which the build says nothing. */
type Findings = Readonly<Record<string, string | Omit<Finding, "name">>>;

export function findings(title: string, table: Findings | readonly Finding[]): void {
  const list = Object.entries(table).map(([name, one]): Finding => {
    return typeof one === "string" ? { name, flow: one, finds: "nothing" } : { name, ...one };
  });
  describe(title, () => {
    for (const finding of list) {
      test(finding.name, async () => {
        const files: Files = apiFiles({ [finding.route ?? "/x"]: finding.flow }, finding.options);
        const found = await diagnose(files);
        const lines = found.map(describeDiagnostic);
        const worst = found.some(({ severity }) => severity === "error")
          ? "error"
          : found.length > 0
            ? "warning"
            : "nothing";
        expect({ worst, lines }).toStrictEqual({ worst: finding.finds, lines });
        if (finding.finds === "nothing") return;
        const relevant = found.filter(({ severity }) => severity === finding.finds);
        // Every finding about a flow names the flow's file: the place is what a user needs first.
        expect(relevant.map(({ span }) => span?.source.path)).toContain("0.xml");
        if (finding.message !== undefined)
          expect(relevant.map(describeDiagnostic).join("\n")).toMatch(finding.message);
      });
    }
  });
}
