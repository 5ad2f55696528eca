import { createHash } from "node:crypto";
import { escapedMarkup as escaped } from "../../../shared/visible-lines.js";
import type { WorkbenchFinding } from "../api.js";

/** The header field by which an overlay asks whether there has been another build. */
export const overlayField = "x-flowc-overlay";

interface Overlay {
  readonly html: string;
  readonly policy: string;
}

/**
 * The page that a browser gets in place of an answer while the flows are broken. It loads itself again after the next
 * build.
 * @param build the number of the build that has the findings
 */
export function overlay(findings: readonly WorkbenchFinding[], build: number): Overlay {
  const errors = findings.filter(({ severity }) => severity === "error");
  const shown = errors.slice(0, maxShown).map(section);
  const more = errors.length > maxShown ? `<p>and ${errors.length - maxShown} more</p>` : "";
  const count = `${errors.length} error${errors.length === 1 ? "" : "s"}`;
  const html = `<!doctype html>
<html lang="en" data-build="${build}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${count} in the flows</title>
<style>${style}</style>
<main>
<h1>The flows have ${count}</h1>
<p>This page loads again when they are repaired.</p>
${shown.join("\n")}${more}
</main>
<script>${script}</script>
</html>
`;
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return { html, policy };
}

/** Nobody reads more at once. */
const maxShown = 50;

function section({ file, line, column, code, message, frame }: WorkbenchFinding): string {
  const place = file === "" ? "" : `${file}:${line}:${column} `;
  return `<section>
<h2><code>${escaped(place)}</code>${escaped(code)}</h2>
<p>${escaped(message)}</p>
<pre tabindex="0">${escaped(frame)}</pre>
</section>`;
}

const hashOf = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`;

const style = `
:root { color-scheme: light dark; --text: #1f2328; --back: #fff; --faint: #59636e; --error: #b42318; --frame: #f6f8fa }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6edf3; --back: #0d1117; --faint: #9198a1; --error: #ff7b72; --frame: #161b22 }
}
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--back) }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem }
h1 { font-size: 1.4rem; color: var(--error) }
h2 { font-size: 1rem; margin: 2rem 0 0 }
h1 + p { color: var(--faint) }
pre { padding: .75rem; overflow-x: auto; background: var(--frame); border-radius: 6px; font-size: .875rem }
`;

// A build that fails again brings other findings, so the page loads again then, too.
const script = `
const known = document.documentElement.dataset.build;
const look = () => fetch(location.href, { headers: { "${overlayField}": known }, cache: "no-store" })
  .then((answer) => answer.headers.get("${overlayField}"))
  .then((build) => { if (build !== known) location.reload(); }, () => {})
  .then(() => setTimeout(look, 500));
setTimeout(look, 500);
`;
