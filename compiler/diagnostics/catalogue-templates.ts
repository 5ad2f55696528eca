import { error, warning } from "./entry.js";
import { jsonAdvice } from "./json-advice.js";

export const templateDiagnostics = {
  templateUnclosedCommand: error("FLOW3001", "This {{ has no closing }}."),
  templateUnknownCommand: error<{ text: string; nearest: string | undefined; advice: string | undefined }>(
    "FLOW3002",
    ({ text }) => `There is no template command {{${text}}}.`,
    ({ nearest, advice }) =>
      advice ??
      (nearest === undefined
        ? "A placeholder needs a space after the braces: {{ expression }}."
        : `Did you mean {{${nearest}}}?`),
  ),
  templateUnclosedBlock: error<{ command: string }>(
    "FLOW3003",
    ({ command }) => `This {{${command}}} has no {{end}}.`,
  ),
  templateMisplaced: error<{ command: string; needs: string }>(
    "FLOW3004",
    ({ command, needs }) => `This {{${command}}} belongs to no ${needs}.`,
  ),
  templateExtraText: error<{ command: string }>(
    "FLOW3005",
    ({ command }) => `{{${command}}} takes no expression.`,
    ({ command }) => (command === "else" ? "For another condition, write {{elseif condition}}." : undefined),
  ),
  templateSpaceBeforeKeyword: error<{ command: string }>(
    "FLOW3006",
    ({ command }) => `The command ${command} must follow its braces without a space.`,
    ({ command }) =>
      `Write {{${command}. For the value of a property named "${command}", write {{ ./${command} }}.`,
  ),
  templateTooDeep: error("FLOW3007", "Blocks are nested more than {depth} deep."),
  templateNestedCoalesce: error(
    "FLOW3008",
    "The ?? operator cannot be used inside parentheses or brackets.",
    "Define a variable first: {{$name := a ?? b}}.",
  ),
  templateNeverJson: error<{ reason: string }>(
    "FLOW3009",
    ({ reason }) => `This template can never yield JSON: ${reason}.`,
    ({ reason }) => jsonAdvice(reason),
  ),
  templateMaybeNotJson: warning<{ reason: string; path: string }>(
    "FLOW3010",
    ({ reason, path }) => `This template yields invalid JSON ${path}: ${reason}.`,
    ({ reason, path }) => jsonAdvice(reason, path),
  ),
  templateTooManyPaths: warning(
    "FLOW3011",
    "This template has too many different paths to check whether it always yields JSON.",
    "Split it, or keep every brace and its partner in the same block.",
  ),
  repeatedMember: warning(
    "FLOW3012",
    "This object has the member {name} twice: the first is lost.",
    "Remove one of them, or give it another name.",
  ),
} as const;
