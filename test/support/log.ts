import { vi } from "vitest";

export type LogLine = Readonly<Record<string, unknown>>;

/** Runs `action` and returns what it logged. Fails if a line is not JSON. */
export async function withLog<T>(action: () => Promise<T>): Promise<{ result: T; log: readonly LogLine[] }> {
  const lines: string[] = [];
  const spy = vi.spyOn(console, "error").mockImplementation((...parts: unknown[]) => {
    lines.push(parts.map(String).join(" "));
  });
  try {
    const result = await action();
    return { result, log: lines.map(parse) };
  } finally {
    spy.mockRestore();
  }
}

function parse(line: string): LogLine {
  if (line.includes("\n")) throw new Error(`A log event takes more than one line: ${line}`);
  const value: unknown = JSON.parse(line);
  if (typeof value !== "object" || value === null) throw new Error(`A log line is no JSON object: ${line}`);
  return value as LogLine;
}
