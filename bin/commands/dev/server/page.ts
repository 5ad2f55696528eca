import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageDirectory } from "../../../../compiler/output/package-directory.js";
import type { Answer } from "../workbench.js";

const pageFile = join(packageDirectory, "dist/bin/commands/dev/page.html");

/** The page, with a policy that lets nothing run but what is in it. */
export function page(): Answer {
  let text: string;
  try {
    text = readFileSync(pageFile, "utf8");
  } catch {
    return {
      status: 503,
      text: "The page is not in this installation of flowc.\n",
      type: "text/plain; charset=utf-8",
    };
  }
  const policy = [
    "default-src 'none'",
    `script-src ${hashes(text, "script")}`,
    `style-src ${hashes(text, "style")}`,
    "connect-src 'self'",
    "frame-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
  return { text, type: "text/html; charset=utf-8", fields: { "content-security-policy": policy } };
}

/** The hashes of all elements of a kind, as a source list of the policy (CSP 3, section 2.3.1). */
function hashes(text: string, element: "script" | "style"): string {
  const found = [...text.matchAll(new RegExp(`<${element}\\b[^>]*>([\\s\\S]*?)</${element}>`, "g"))];
  const list = found.map(
    ([, content = ""]) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`,
  );
  return list.length === 0 ? "'none'" : list.join(" ");
}
