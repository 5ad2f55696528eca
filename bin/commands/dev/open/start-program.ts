import { spawn } from "node:child_process";

/** Starts a program without a shell, and leaves it alone. Rejects if there is no such program. */
export function startProgram(program: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: "ignore", detached: true });
    child.once("error", reject);
    child.once("spawn", () => {
      child.unref();
      resolve();
    });
  });
}

/** Opens a page in the user's browser. Rejects if the platform has no program for it. */
export function openBrowser(url: string): Promise<void> {
  switch (process.platform) {
    case "darwin":
      return startProgram("open", [url]);
    case "win32":
      return startProgram("rundll32", ["url.dll,FileProtocolHandler", url]);
    default:
      return startProgram("xdg-open", [url]);
  }
}
