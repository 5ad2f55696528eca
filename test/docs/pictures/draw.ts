/** Draws lines of a terminal or of a file as SVG, which needs nothing but a browser. */
import type { CodeLine } from "../../../bin/commands/dev/page/shared/highlighting.js";

/** Lines under a caption: the name of a file, or the command that printed them. */
export interface Pane {
  readonly caption: string;
  readonly lines: readonly CodeLine[];
}

const columnWidth = 7.8;
const lineHeight = 19;
const padding = 16;
const columns = 98;

/** @param title what the picture shows, for those who do not see it */
export function drawPanes(title: string, panes: readonly Pane[]): string {
  let y = padding;
  const drawn = panes.map(({ caption, lines }) => {
    const first = y + lineHeight + 10;
    const head = `<text class="caption" x="${padding}" y="${first - 8}">${escaped(caption)}</text>`;
    const body = lines.map((line, index) => drawLine(line, first + (index + 1) * lineHeight - 4));
    y = first + lines.length * lineHeight + padding;
    const rule = `<line x1="${padding}" x2="${width - padding}" y1="${first - 1}" y2="${first - 1}"/>`;
    return [head, rule, ...body.filter((text) => text !== "")].join("\n");
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" width="${width}" role="img" aria-label="${escaped(title)}">
<style>${style}</style>
<rect width="${width}" height="${y}" rx="6"/>
${drawn.join("\n")}
</svg>
`;
}

const width = Math.ceil(columns * columnWidth) + 2 * padding;

/** Each piece has the width of its columns, whatever font there is. */
function drawLine(line: CodeLine, y: number): string {
  let column = 0;
  const pieces = line.map(({ text, style }) => {
    const start = column + text.length - text.trimStart().length;
    column += text.length;
    const shown = text.trim();
    if (shown === "") return "";
    const place = `x="${round(padding + start * columnWidth)}" textLength="${round(shown.length * columnWidth)}"`;
    return `<tspan ${place}${style === "" ? "" : ` class="${style}"`}>${escaped(shown)}</tspan>`;
  });
  return pieces.join("") === "" ? "" : `<text y="${y}">${pieces.join("")}</text>`;
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** The colours of the page of `flowc dev`. */
const style = `
text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#1f2328;white-space:pre}
.caption{font-weight:600;fill:#5d6776}rect{fill:#f6f8fa}line{stroke:#d1d9e0}
.tok-keyword,.tok-operatorKeyword,.tok-bool,.tok-atom{fill:#7b2fa8}.tok-string,.tok-string2,.tok-attributeValue{fill:#1b6b2f}
.tok-number{fill:#a03c00}.tok-comment,.tok-meta{fill:#5d6776}.tok-propertyName,.tok-attributeName{fill:#0b57a8}
.tok-typeName{fill:#8f2150}.bold{font-weight:700}.error{fill:#b3261e}.warning{fill:#8a5a00}.hint{fill:#0b6b74}
@media (prefers-color-scheme:dark){
text{fill:#f0f6fc}.caption{fill:#96a1b0}rect{fill:#0d1117}line{stroke:#3d444d}
.tok-keyword,.tok-operatorKeyword,.tok-bool,.tok-atom{fill:#d0a1f3}.tok-string,.tok-string2,.tok-attributeValue{fill:#8fd49f}
.tok-number{fill:#f2ac7d}.tok-comment,.tok-meta{fill:#96a1b0}.tok-propertyName,.tok-attributeName{fill:#8cc1ff}
.tok-typeName{fill:#f49ab9}.error{fill:#ff8a80}.warning{fill:#e3b341}.hint{fill:#67d4de}}
`;

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
