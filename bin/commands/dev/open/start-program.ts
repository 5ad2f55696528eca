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
