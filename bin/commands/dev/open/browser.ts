import { startProgram } from "./start-program.js";

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
