import type { Spread } from "./measure.js";
import type { Chart } from "./table.js";

const width = 760;
const padding = 16;
const nameWidth = 90;
const barWidth = 440;
const barHeight = 13;
const groupGap = 34;
const top = 58;

/** Colours by the place of a side; the generated app comes first. */
const sideCount = 6;

/** A picture that needs nothing but a browser, in the colours that the reader's system prefers. */
export function drawChart(title: string, chart: Chart): string {
  return chart.kind === "lines" ? drawLines(title, chart) : drawBars(title, chart);
}

function drawBars(title: string, chart: Chart): string {
  const groups = chart.groups.map((group) => ({ ...group, bars: barsOf(group.values) }));
  const heights = groups.map(({ bars }) => bars.length * barHeight + groupGap);
  const height = top + heights.reduce((sum, each) => sum + each, 0) + padding;
  let y = top;
  const body = groups.map(({ name, bars }, index) => {
    const drawn = drawGroup(name, bars, chart, y);
    y += heights[index] ?? 0;
    return drawn;
  });
  const better = `${chart.isLessBetter ? "shorter" : "longer"} is better`;
  const caption = `${chart.unit}; ${better}. The line shows the middle half of the rounds.`;
  return page(title, caption, height, body.join("\n"));
}

const page = (title: string, caption: string, height: number, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">
<style>${style}</style>
<rect class="page" width="${width}" height="${height}"/>
<text class="title" x="${padding}" y="26">${escaped(title)}</text>
<text class="small" x="${padding}" y="43">${escaped(caption)}</text>
${body}
</svg>
`;

interface Bar extends Spread {
  readonly side: number;
  /** Part of the longest of the group. */
  readonly scale: (value: number) => number;
}

/** Each group has its own scale: what is compared is within it. */
function barsOf(values: readonly Spread[]): readonly Bar[] {
  const most = Math.max(...values.map(({ high }) => high).filter(Number.isFinite));
  return values.flatMap((value, side) =>
    Number.isFinite(value.median)
      ? [{ ...value, side, scale: (part: number) => (part / most) * barWidth }]
      : [],
  );
}

function drawGroup(name: string, bars: readonly Bar[], chart: Chart, y: number): string {
  const start = padding + nameWidth;
  const lines = bars.map(({ side, median, low, high, scale }, index) => {
    const barTop = y + 18 + index * barHeight;
    const middle = barTop + barHeight / 2;
    const end = start + scale(Math.max(high, median));
    return [
      `<text class="small" x="${start - 6}" y="${middle + 3.5}" text-anchor="end">${escaped(chart.sides[side] ?? "")}</text>`,
      `<rect class="s${side % sideCount}" x="${start}" y="${barTop + 1}" width="${decimal(scale(median))}" height="${barHeight - 2}"/>`,
      `<path class="spread" d="M${decimal(start + scale(low))} ${middle}H${decimal(start + scale(high))}"/>`,
      `<text class="value" x="${decimal(end + 6)}" y="${middle + 3.5}">${escaped(formatNumber(median))}</text>`,
    ].join("");
  });
  return `<text class="group" x="${padding}" y="${y + 12}">${escaped(name)}</text>\n${lines.join("\n")}`;
}

const plot = { left: 70, right: width - 190, top: 66, bottom: 306 };

/** Both axes in powers of ten: what grows like its input is a line that climbs as fast as it goes to the right. */
function drawLines(title: string, { unit, sides, groups }: Chart): string {
  const all = groups.flatMap(({ values }) => values.map(({ median }) => median)).filter((value) => value > 0);
  const least = Math.floor(Math.log10(Math.min(...all)));
  const most = Math.max(Math.ceil(Math.log10(Math.max(...all))), least + 1);
  const x = (index: number): number =>
    plot.left + (index / Math.max(groups.length - 1, 1)) * (plot.right - plot.left);
  const y = (value: number): number =>
    plot.bottom - ((Math.log10(value) - least) / (most - least)) * (plot.bottom - plot.top);
  const powers = Array.from({ length: most - least + 1 }, (_, index) => 10 ** (least + index));
  const axes = [
    ...powers.map(
      (power) =>
        `<path class="axis" d="M${plot.left} ${decimal(y(power))}H${plot.right}"/>` +
        `<text class="small" x="${plot.left - 8}" y="${decimal(y(power) + 3.5)}" text-anchor="end">${power.toLocaleString("en-US")}</text>`,
    ),
    ...groups.map(
      ({ name }, index) =>
        `<text class="small" x="${decimal(x(index))}" y="${plot.bottom + 18}" text-anchor="middle">${escaped(name)}</text>`,
    ),
  ];
  const lines = sides.map((side, place) => {
    const points = groups.flatMap(({ values }, index) => {
      const median = values[place]?.median ?? Number.NaN;
      return median > 0 ? [{ x: x(index), y: y(median), median }] : [];
    });
    const way = points.map((point) => `${decimal(point.x)} ${decimal(point.y)}`).join("L");
    const dots = points.map(
      (point) => `<circle class="s${place}" cx="${decimal(point.x)}" cy="${decimal(point.y)}" r="3"/>`,
    );
    const last = points.at(-1);
    const label = { text: `${side}: ${formatNumber(last?.median ?? Number.NaN)}`, y: last?.y ?? plot.top };
    return { drawn: `<path class="s${place} line" d="M${way}"/>${dots.join("")}`, label };
  });
  let free = plot.top;
  const labels = lines
    .map(({ label }) => label)
    .sort((one, other) => one.y - other.y)
    .map((label) => {
      const labelY = Math.max(label.y + 3.5, free);
      free = labelY + 14;
      return `<text class="value" x="${plot.right + 10}" y="${decimal(labelY)}">${escaped(label.text)}</text>`;
    });
  return page(
    title,
    `${unit}, powers of ten on both axes`,
    plot.bottom + 36,
    [...axes, ...lines.map(({ drawn }) => drawn), ...labels].join("\n"),
  );
}

const decimal = (value: number): string => value.toFixed(1);

export const formatNumber = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString("en-US") : value.toPrecision(3);

export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Also of pictures that are drawn otherwise. */
export const style = `
text{font-family:system-ui,sans-serif;fill:#1f2328}
.page{fill:#ffffff}.title{font-size:15px;font-weight:600}.group{font-size:12px;font-weight:600}
.small{font-size:10.5px;fill:#59636e}.value{font-size:10.5px}
.s0{fill:#0969da;stroke:#0969da}.s1{fill:#8c959f;stroke:#8c959f}.s2{fill:#bf8700;stroke:#bf8700}
.s3{fill:#1a7f37;stroke:#1a7f37}.s4{fill:#8250df;stroke:#8250df}.s5{fill:#cf222e;stroke:#cf222e}
rect{stroke:none}.spread{stroke:#1f2328;stroke-width:1.2;opacity:.55}.line{fill:none!important;stroke-width:2}
.axis{stroke:#d1d9e0;stroke-width:1}
@media (prefers-color-scheme:dark){
text{fill:#f0f6fc}.page{fill:#0d1117}.small{fill:#9198a1}
.s0{fill:#4493f8;stroke:#4493f8}.s1{fill:#6e7681;stroke:#6e7681}.s2{fill:#d29922;stroke:#d29922}
.s3{fill:#3fb950;stroke:#3fb950}.s4{fill:#ab7df8;stroke:#ab7df8}.s5{fill:#f85149;stroke:#f85149}
rect{stroke:none}.spread{stroke:#f0f6fc}.axis{stroke:#3d444d}}
`;
