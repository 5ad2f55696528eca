import { vi } from "vitest";
import { type ClientRequest, init, origin } from "../support/client.js";
import { type AppOptions, basePath, flow } from "../support/samples.js";

export interface Debugged {
  readonly status: number;
  readonly headers: Headers;
  /** The body, debug output included. */
  readonly text: string;
  /** The text that was written to standard error, but for the access log. */
  readonly log: string;
}

let apps = 0;

/** Builds the flow and asks it once; `env` is its environment, which an app reads only once. */
export async function debugged(
  content: string,
  env: Readonly<Record<string, string>>,
  request: ClientRequest = {},
  options: AppOptions = {},
): Promise<Debugged> {
  const one = await flow(`${content}<!-- ${apps++} -->`, options);
  const lines: string[] = [];
  const spy = vi.spyOn(console, "error").mockImplementation((line: string) => {
    lines.push(line);
  });
  try {
    const response = await one.request(`${origin}${basePath}/x`, init(request), env);
    const text = await response.text();
    const log = lines.filter((line) => !line.includes('"engine_access"')).join("\n");
    return { status: response.status, headers: response.headers, text, log };
  } finally {
    spy.mockRestore();
  }
}

/** Returns the lines that a setting shows of a flow after its response. */
export async function shown(
  setting: string,
  content: string,
  options?: AppOptions,
): Promise<readonly string[]> {
  const { text } = await debugged(content, { FLOW_DEBUG: `${setting}:append` }, {}, options);
  return text.split("\n").filter((line) => /^[a-z]+ +\[/.test(line));
}
