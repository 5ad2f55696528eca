import { Option } from "commander";
import { isLint } from "../../compiler/diagnostics/catalogue-lint.js";
import { outputDiagnostics } from "../../compiler/diagnostics/catalogue-output.js";
import { type ArgumentsOf, told } from "../../compiler/diagnostics/entry.js";
import { type Finding, renderJson, renderText } from "../../compiler/diagnostics/render.js";
import { wholeNumber } from "./option-values.js";
import type { Output } from "./surroundings.js";
import { messageOf } from "./values.js";
import { ownVersion } from "./version.js";

const formats = ["text", "json", "sarif", "github"] as const;

export type Format = (typeof formats)[number];

/** `--format`, of findings. */
export const formatOption = (): Option =>
  new Option("--format <format>", "of diagnostics").choices(formats).default("text");

/** Which warnings there are, and when they count as errors. */
export interface Strictness {
  /** True if there are warnings about what works, but has no effect. */
  readonly lint: boolean;
  /** Any warning does. */
  readonly strict: boolean;
  /** More than so many do; `undefined` for any number. */
  readonly maxWarnings: number | undefined;
}

/** The options that say when warnings fail a command. */
export const strictnessOptions = (): readonly Option[] => [
  new Option("--strict", "fail if there is any warning").default(false),
  new Option("--no-lint", "leave out warnings about what works, but has no effect"),
  new Option("--max-warnings <n>", "fail if there are more than <n> warnings").argParser(wholeNumber),
];

export function wanted<T extends Finding>(findings: readonly T[], { lint }: Strictness): readonly T[] {
  return lint ? findings : findings.filter((one) => !isLint(one));
}

/** Returns true if findings fail a command. Says so where only the number of warnings does. */
export function fails(findings: readonly Finding[], strictness: Strictness, { stderr }: Output): boolean {
  if (findings.some(({ severity }) => severity === "error")) return true;
  const { strict, maxWarnings = Number.POSITIVE_INFINITY } = strictness;
  const most = strict ? 0 : maxWarnings;
  const warnings = findings.filter(({ severity }) => severity === "warning").length;
  if (warnings <= most) return false;
  stderr(`${warnings} warning${warnings === 1 ? " is" : "s are"} too many: ${most} may be there\n`);
  return true;
}

/** Renders findings; an empty text if there is nothing to say. */
export async function rendered(
  findings: readonly Finding[],
  format: Format,
  directory: string,
  colour: boolean,
): Promise<string> {
  switch (format) {
    case "json":
      return renderJson(findings, { directory });
    case "text":
      return renderText(findings, { directory, colour });
    case "github":
      return (await import("../../compiler/diagnostics/render-github.js")).renderGithub(findings, {
        directory,
      });
    case "sarif": {
      const { renderSarif } = await import("../../compiler/diagnostics/render-sarif.js");
      return renderSarif(findings, { directory, version: ownVersion() });
    }
    default:
      return format satisfies never;
  }
}

/** A finding about flowc itself, or its output. */
export function finding<N extends keyof typeof outputDiagnostics>(
  name: N,
  args: ArgumentsOf<(typeof outputDiagnostics)[N]>,
): Finding {
  return { ...told(outputDiagnostics[name], args), span: undefined };
}

/** Reports that flowc itself has failed, with the stack for those who read text. */
export async function reportCrash(
  error: unknown,
  format: Format,
  directory: string,
  { stderr, colour }: Output,
): Promise<void> {
  const found = [finding("internal", { message: messageOf(error) })];
  stderr(await rendered(found, format, directory, colour));
  if (format === "text" && error instanceof Error) stderr(`\n${error.stack ?? ""}\n`);
}
