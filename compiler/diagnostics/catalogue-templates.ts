import { error, warning } from "./entry.js";

export const templateDiagnostics = {
  templateUnclosedCommand: error("FLOW3001", "This {{ has no closing }}."),
  templateUnknownCommand: error<{ text: string }>(
    "FLOW3002",
    ({ text }) => `There is no template command {{${text}}}.`,
    "A placeholder needs a space: {{ expression }}.",
  ),
  templateUnclosedBlock: error<{ command: string }>(
    "FLOW3003",
    ({ command }) => `This {{${command}}} has no {{end}}.`,
  ),
  templateMisplaced: error<{ command: string; needs: string }>(
    "FLOW3004",
    ({ command, needs }) => `There is no ${needs} that this {{${command}}} belongs to.`,
  ),
  templateExtraText: error<{ command: string }>(
    "FLOW3005",
    ({ command }) => `{{${command}}} takes no expression.`,
    ({ command }) => (command === "else" ? "Use {{elseif condition}}." : undefined),
  ),
  templateSpaceBeforeKeyword: error<{ command: string }>(
    "FLOW3006",
    ({ command }) => `{{ ${command} … }} is read as a placeholder.`,
    ({ command }) =>
      `A command follows the braces without a space: {{${command} … }}. For a property named "${command}", write ./${command}.`,
  ),
  templateTooDeep: error<{ depth: number }>(
    "FLOW3007",
    ({ depth }) => `Blocks are nested more than ${depth} deep.`,
  ),
  templateNestedCoalesce: error(
    "FLOW3008",
    "The ?? operator cannot be used inside parentheses or brackets.",
    "Define a variable first: {{$name := a ?? b}}.",
  ),
  templateNeverJson: error<{ reason: string }>(
    "FLOW3009",
    ({ reason }) => `This template can never yield JSON: ${reason}.`,
  ),
  templateMaybeNotJson: warning<{ reason: string; path: string }>(
    "FLOW3010",
    ({ reason, path }) => `This template yields invalid JSON ${path}: ${reason}.`,
    ({ reason }) =>
      reason.includes("comma") ? "{{,}} writes a comma exactly where JSON needs one." : undefined,
  ),
  templateTooManyPaths: warning(
    "FLOW3011",
    "This template has too many different paths to check whether it always yields JSON.",
    "Split it, or keep every brace and its partner in the same block.",
  ),
} as const;
