import { noteSize } from "./layout.js";
import { markup, type Svg } from "./svg-text.js";

/** Everything is below a class, since the style of an SVG in a page would count for the whole page. */
export const styleSheet: Svg = markup`
.flowc-map{--ground:#fff;--text:#1b1f24;--quiet:#57606a;--edge:#8c959f;--operation:#ddf4ff;--operation-line:#0969da;--flow:#f6f8fa;--flow-line:#57606a;--template:#fff8c5;--template-line:#9a6700;--upstream:#dafbe1;--upstream-line:#1a7f37;--folder:#fbefff;--folder-line:#8250df;font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,&#34;DejaVu Sans Mono&#34;,monospace}
@media (prefers-color-scheme:dark){.flowc-map{--ground:#0d1117;--text:#e6edf3;--quiet:#9198a1;--edge:#6e7681;--operation:#0c2d6b;--operation-line:#58a6ff;--flow:#161b22;--flow-line:#8b949e;--template:#3b2300;--template-line:#d29922;--upstream:#04260f;--upstream-line:#3fb950;--folder:#271052;--folder-line:#bc8cff}}
.flowc-map .ground{fill:var(--ground)}
.flowc-map text{fill:var(--text);text-anchor:middle}
.flowc-map .note{fill:var(--quiet);font-size:${Math.round(noteSize * 12)}px}
.flowc-map .edge{fill:none;stroke:var(--edge)}
.flowc-map .tip{fill:var(--edge)}
.flowc-map .box,.flowc-map .line{fill:none;stroke-width:1.2}
.flowc-map .operation .box{fill:var(--operation);stroke:var(--operation-line)}
.flowc-map .flow .box,.flowc-map .subflow .box{fill:var(--flow);stroke:var(--flow-line)}
.flowc-map .subflow .line{stroke:var(--flow-line)}
.flowc-map .template .box{fill:var(--template);stroke:var(--template-line)}
.flowc-map .template .line{stroke:var(--template-line)}
.flowc-map .upstream .box{fill:var(--upstream);stroke:var(--upstream-line)}
.flowc-map .upstream .line{stroke:var(--upstream-line)}
.flowc-map .folder .box{fill:var(--folder);stroke:var(--folder-line)}
`;
