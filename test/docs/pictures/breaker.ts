/** The picture of `docs/language/resilience.md`: two apps under the same load, one of them with a breaker. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reply, serve, upstream } from "../../support/servers.js";
import { type Picture, shell } from "./pictures.js";

/** Seconds: the whole time, and that in which the upstream system does not answer. */
const whole = 30;
const [hangs, answersAgain] = [5, 20];

/** Requests each second to each path: one asks the system that hangs, the other one asks nobody. */
const rate = 25;

/** Seconds that the app waits for the system. */
const timeout = 3;

/** Seconds of a point in the picture. */
const step = 0.5;

interface Answer {
  /** Seconds. */
  readonly begun: number;
  readonly took: number;
  readonly isFailure: boolean;
}

interface Side {
  readonly name: string;
  readonly style: string;
  readonly answers: readonly Answer[];
}

/** Takes as long as the load. The compiler has been built before. */
export async function measureBreaker(): Promise<Picture & { readonly facts: readonly string[] }> {
  let isHanging = false;
  const system = await upstream((_, response) => {
    if (!isHanging) reply(response, 200, "{}");
  });
  const rules = [{}, { "x-flow-upstreams": { "$env/SHOP": { breaker: "50% of 20", rest: 2 } } }];
  const directory = mkdtempSync(join(tmpdir(), "flowc-breaker-"));
  const apps = await Promise.all(
    rules.map(async (one, index) => {
      const flows = join(directory, String(index));
      mkdirSync(flows);
      for (const [name, text] of Object.entries(filesOf(one))) writeFileSync(join(flows, name), text);
      await shell(directory, `flowc build ${index} -o gen-${index}`);
      return serve(join(directory, `gen-${index}`), { SHOP: system.url });
    }),
  );
  const timers = [
    setTimeout(() => (isHanging = true), hangs * 1000),
    setTimeout(() => (isHanging = false), answersAgain * 1000),
  ];
  try {
    const answers = await Promise.all(apps.map(({ url }) => load(url)));
    const sides = ["without", "with breaker: 50% of 20"].map((name, index) => ({
      name,
      style: index === 0 ? "without" : "with",
      answers: answers[index] ?? [],
    }));
    return { name: "breaker.svg", svg: draw(sides), facts: sides.map(factsOf) };
  } finally {
    for (const timer of timers) clearTimeout(timer);
    await Promise.all([...apps, system].map((each) => each.stop()));
    rmSync(directory, { recursive: true, force: true });
  }
}

const filesOf = (more: object) => ({
  "swagger.yaml": JSON.stringify({
    swagger: "2.0",
    "x-flow-error": { flow: "error.xml" },
    ...more,
    paths: { "/orders": { "x-flow": "orders.xml" }, "/other": { "x-flow": "other.xml" } },
  }),
  "orders.xml": `<flow><request>{ "url": {{ $env/SHOP }}, "options": { "timeout": ${timeout}, "exit-on-error": true } }</request></flow>`,
  "other.xml": `<flow><template>{ "ok": true }</template></flow>`,
  "error.xml": `<flow><set-status code="503"/><template>{ "code": {{ $error/code }} }</template></flow>`,
});

/** Sends requests at fixed times, whether there are answers or not. */
async function load(url: string): Promise<readonly Answer[]> {
  const start = performance.now();
  const answers: Promise<Answer>[] = [];
  const ask = async (path: string, due: number): Promise<Answer> => {
    const { status, arrayBuffer } = await fetch(url + path).then((response) => ({
      status: response.status,
      arrayBuffer: response.arrayBuffer(),
    }));
    await arrayBuffer;
    return {
      begun: (due - start) / 1000,
      took: (performance.now() - due) / 1000,
      isFailure: status >= 500,
    };
  };
  for (let sent = 0; sent < whole * rate; sent++) {
    const due = start + (sent * 1000) / rate;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    answers.push(ask("/orders", due), ask("/other", due));
  }
  return Promise.all(answers);
}

/** The time that 99 of 100 answers took at most. */
function slowest(answers: readonly Answer[]): number {
  const times = answers.map(({ took }) => took).sort((a, b) => a - b);
  return times[Math.ceil(times.length * 0.99) - 1] ?? 0;
}

/** How many requests have no answer yet. */
const waiting = (answers: readonly Answer[], at: number): number =>
  answers.filter(({ begun, took }) => begun <= at && at < begun + took).length;

function factsOf({ name, answers }: Side): string {
  const isOpen = ({ begun }: Answer) => begun >= hangs + timeout + 1 && begun < answersAgain;
  const late = answers.filter(({ took }) => took > 1).length;
  const failed = answers.filter(({ isFailure }) => isFailure).length;
  const most = Math.max(...answers.filter(isOpen).map(({ begun }) => waiting(answers, begun)));
  return `${name}: ${failed} of ${answers.length} failed, ${late} took longer than 1 s; from ${hangs + timeout + 1} s to ${answersAgain} s, at most ${most} at once, p99 ${Math.round(slowest(answers.filter(isOpen)) * 1000)} ms`;
}

const [left, top, width, height, gap] = [64, 44, 660, 130, 56];

function draw(sides: readonly Side[]): string {
  const x = (seconds: number) => left + (seconds / whole) * width;
  const points = Array.from({ length: whole / step }, (_, index) => index * step);
  const begunAt = (answers: readonly Answer[], from: number) =>
    answers.filter(({ begun }) => begun >= from && begun < from + step);
  const logarithm = (seconds: number) =>
    Math.min(1, Math.max(0, (Math.log10(Math.max(seconds, 0.001)) + 3) / 4));
  const most = rate * step * 2;
  const panels = [
    {
      title: "Time of 99 of 100 answers at most (p99)",
      ticks: [0.001, 0.01, 0.1, 1, 10].map(
        (seconds) => [logarithm(seconds), seconds < 1 ? `${seconds * 1000} ms` : `${seconds} s`] as const,
      ),
      value: (answers: readonly Answer[], from: number) => logarithm(slowest(begunAt(answers, from))),
    },
    {
      title: `Requests that failed, of ${most} in half a second`,
      ticks: [0, 1].map((share) => [share, String(share * most)] as const),
      value: (answers: readonly Answer[], from: number) =>
        begunAt(answers, from).filter(({ isFailure }) => isFailure).length / most,
    },
    {
      title: "Requests that wait for an answer",
      ticks: [0, 50, 100].map((count) => [count / 100, String(count)] as const),
      value: (answers: readonly Answer[], from: number) => Math.min(1, waiting(answers, from + step) / 100),
    },
  ];
  const drawn = panels.map(({ title, ticks, value }, panel) => {
    const base = top + panel * (height + gap) + height;
    const y = (share: number) => Math.round(base - share * height);
    return [
      `<rect class="hang" x="${x(hangs)}" width="${x(answersAgain) - x(hangs)}" y="${base - height}" height="${height}"/>`,
      `<text class="caption" x="${left}" y="${base - height - 12}">${title}</text>`,
      ...ticks.map(
        ([share, label]) =>
          `<line x1="${left}" x2="${left + width}" y1="${y(share)}" y2="${y(share)}"/><text class="tick" x="${left - 8}" y="${y(share) + 4}">${label}</text>`,
      ),
      ...sides.map(({ style, answers }) => {
        const line = points.map((from) => `${x(from + step / 2)},${y(value(answers, from))}`).join(" ");
        return `<polyline class="${style}" points="${line}"/>`;
      }),
      ...[0, hangs, answersAgain, whole].map(
        (seconds) => `<text class="time" x="${x(seconds)}" y="${base + 18}">${seconds} s</text>`,
      ),
    ].join("\n");
  });
  const bottom = top + panels.length * (height + gap);
  const legend = sides.map(
    ({ name, style }, index) =>
      `<line class="${style}" x1="${left + index * 160}" x2="${left + index * 160 + 24}" y1="${bottom}" y2="${bottom}"/><text x="${left + index * 160 + 32}" y="${bottom + 4}">${name}</text>`,
  );
  const label =
    "Two apps under the same load while an upstream system hangs: times of answers and failed requests, without and with a breaker";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left + width + 24} ${bottom + 20}" width="${left + width + 24}" role="img" aria-label="${label}">
<style>${style}</style>
<rect class="paper" width="${left + width + 24}" height="${bottom + 20}" rx="6"/>
${[...drawn, ...legend].join("\n")}
<text x="${x(hangs) + 8}" y="${top + height + gap + 20}">the upstream system hangs</text>
</svg>
`;
}

const style = `
text{font:13px system-ui,sans-serif;fill:#1f2328}.caption{font-weight:600}.tick{text-anchor:end;fill:#5d6776}.time{text-anchor:middle;fill:#5d6776}
.paper{fill:#f6f8fa}.hang{fill:#e8eaed}line{stroke:#d1d9e0}polyline{fill:none;stroke-width:2}.without{stroke:#b3261e;stroke-width:2}.with{stroke:#0b57a8;stroke-width:2}
@media (prefers-color-scheme:dark){text{fill:#f0f6fc}.tick,.time{fill:#96a1b0}.paper{fill:#0d1117}.hang{fill:#1c222a}line{stroke:#3d444d}
.without{stroke:#ff8a80}.with{stroke:#8cc1ff}}
`;
