import { basename } from "node:path";

interface Command {
  readonly program: string;
  readonly args: readonly string[];
}

interface Position {
  /** An absolute path. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

/** How editors are told where to go. */
type Arguments = (position: Position) => readonly string[];

const withGoto: Arguments = ({ file, line, column }) => ["-g", `${file}:${line}:${column}`];
const withColons: Arguments = ({ file, line, column }) => [`${file}:${line}:${column}`];
const withPlus: Arguments = ({ file, line, column }) => [`+${line}:${column}`, file];
const withLine: Arguments = ({ file, line, column }) => ["--line", `${line}`, "--column", `${column}`, file];

const editors: ReadonlyMap<string, Arguments> = new Map([
  ...["code", "code-insiders", "codium", "vscodium", "cursor", "windsurf"].map(
    (name) => [name, withGoto] as const,
  ),
  ...["subl", "sublime_text", "zed", "lapce"].map((name) => [name, withColons] as const),
  ...["emacs", "emacsclient"].map((name) => [name, withPlus] as const),
  ...["idea", "idea64", "webstorm", "webstorm64", "phpstorm", "fleet", "kate"].map(
    (name) => [name, withLine] as const,
  ),
  ["gvim", ({ file, line }) => [`+${line}`, file]],
  ["gedit", ({ file, line, column }) => [`+${line}:${column}`, file]],
]);

/** Editors that need a terminal, which is taken. */
const inTerminals: ReadonlySet<string> = new Set(["ed", "hx", "micro", "nano", "nvim", "pico", "vi", "vim"]);

/**
 * The command that opens a place in the user's editor. A variable may hold arguments, too; no shell reads it.
 * @throws Error if the editor cannot be opened from here
 */
export function editorCommand(
  { FLOWC_EDITOR, VISUAL, EDITOR }: Readonly<NodeJS.ProcessEnv>,
  position: Position,
): Command {
  const words = wordsOf(FLOWC_EDITOR || VISUAL || EDITOR || "code");
  const [program = "code", ...args] = words;
  const name = basename(program).replace(/\.(exe|cmd|bat)$/i, "");
  if (inTerminals.has(name) || args.some((arg) => arg === "-nw" || arg === "-t" || arg === "--tty"))
    throw new Error(`${name} needs a terminal of its own. Set FLOWC_EDITOR to another editor.`);
  const place = editors.get(name) ?? (({ file }: Position) => [file]);
  return { program, args: [...args, ...place(position)] };
}

/** Splits at spaces, but not in quotes. */
const wordsOf = (text: string): readonly string[] =>
  [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? "",
  );
