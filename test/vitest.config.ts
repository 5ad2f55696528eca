import { availableParallelism } from "node:os";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { factor } from "./differential/settings.js";
import { mirrored, sourcePlace } from "./tools/mirror.js";
import { ShortReporter } from "./tools/reporter.js";

/** Imports of the compiler, the runtime and the command line lead to the mirror, which Node reads without Vitest. */
const toMirror: Plugin = {
  name: "flowc-mirror",
  enforce: "pre",
  resolveId: (source, importer) =>
    source.startsWith(".") && importer !== undefined
      ? mirrored(resolve(dirname(importer), source))
      : undefined,
};

/** They set or count what there is once in a process: each has one of its own. */
const alone = [
  "test/caching/limits.test.ts",
  "test/runtime-http/units.test.ts",
  "test/specification/work.test.ts",
];

/**
 * Proofs that take long: in browsers and on other runtimes, of the package as it is installed, of walkthroughs and the site,
 * of what is random, of growth, of long waits, of all names at once. `npm run test:full` runs them.
 */
const heavy = [
  "test/{debugger,dev,eject,differential,docs,fuzz,package,standalone}/**/*.test.ts",
  "test/published-docs/browser.test.ts",
  "test/targets/{docker,needs,node-versions,workers}.test.ts",
  "test/checks/*.test.ts",
  "test/bench/proof.test.ts",
  "test/commands/{black-box,build-killed,compare,compare-noise,compare-planted,coverage,doctor,eject-forms,eject-refused,eject-shared,eject-standalone,first-steps,fixtures,map,mcp,overlay,record,record-matching,recorded-secrets,reference,test-reports,test-requests,test-watch}.test.ts",
  "test/actions/{xslt-code,xslt-limits}.test.ts",
  "test/analysis/cost.test.ts",
  "test/unit/{linear-pattern,own-patterns,parse-openapi-costs,pattern-steps,session-reads,type-check}.test.ts",
  "test/trace/{mask-costs,schema,services}.test.ts",
  "test/validation/{hostile-texts,long-enums}.test.ts",
  "test/xslt/{conformance,costs,generated}.test.ts",
  "test/handlers/{page,served,sessions,types,xpath-served}.test.ts",
  "test/{cache,kept-parts,names,runtimes,sbom,session}.test.ts",
  "test/editor/robust.test.ts",
];

/** Proofs about processes, which wait for most of their time: so that processors have work, more of them run at once. */
const processes = [
  "test/targets/{kept-connections,kubernetes,proxies,rolling-out}.test.ts",
  "test/telemetry/{alerts,console,faults,lambda,metrics,runtimes,spans}.test.ts",
  "test/caching/ready.test.ts",
  "test/logs/{events,names-served,other-servers,server,stacks}.test.ts",
  "test/runtime-http/{admin-port,client-bodies,draining,held-bodies,overload,reload,signals,time-limits,workers}.test.ts",
  "test/security/{key-faults,key-sets,rotated-keys}.test.ts",
  "test/resilience/monitoring.test.ts",
];

/** The files that take longest begin first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      /(?:kept-connections|alerts)\.test\.ts$/.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Tests of faults of upstream requests. These files run again with the way that other platforms take. */
const faults = [
  "test/caching/{revalidation,server,use-http-cache}.test.ts",
  "test/logs/request.test.ts",
  "test/runtime-http/{responses,upstream,upstream-answers}.test.ts",
  "test/upstream/{passing,request-properties,repeated-fields}.test.ts",
];
const fetchAlone = fileURLToPath(new URL("tools/fetch-alone.mjs", import.meta.url));

const report = process.env.TEST_REPORT;

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  plugins: [toMirror],
  test: {
    projects: [
      // Test files share processes: reading the compiler takes longer than most of them.
      {
        extends: true,
        test: {
          name: "together",
          include: ["test/**/*.test.ts"],
          // Opponents of the benchmark bring tests of their own.
          exclude: [...alone, ...heavy, ...processes, "**/node_modules/**"],
          isolate: false,
          setupFiles: ["test/tools/patience.ts", "test/tools/together.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "full",
          include: heavy,
          isolate: false,
          setupFiles: ["test/tools/patience.ts", "test/tools/together.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "processes",
          include: processes,
          isolate: false,
          setupFiles: ["test/tools/patience.ts", "test/tools/together.ts"],
          maxWorkers: 2 * availableParallelism(),
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: "alone", include: alone, setupFiles: ["test/tools/patience.ts"] },
      },
      {
        extends: true,
        test: {
          name: "fetch",
          include: faults,
          isolate: false,
          setupFiles: ["test/tools/patience.ts", "test/tools/together.ts"],
          execArgv: ["--import", fetchAlone],
          env: { NODE_OPTIONS: `--import=${fetchAlone}` },
        },
      },
    ],
    // Results of builds are kept here, not where those of the user are.
    env: { FLOWC_CACHE_DIR: fileURLToPath(new URL(".tmp/cache", import.meta.url)) },
    globalSetup: ["test/tools/global-setup.ts"],
    // `TEST_REPORT=<file>` writes a report in JSON, too.
    reporters: [
      new ShortReporter(),
      ...(report === undefined ? [] : [["json", { outputFile: report }] satisfies [string, object]]),
    ],
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 60_000 * Math.max(1, factor),
    hookTimeout: 120_000,
    sequence: { sequencer: LongestFirst },
    // Some tests change the directory of the process, which threads cannot.
    pool: "forks",
    maxWorkers: availableParallelism(),
    server: { deps: { external: [/\/test\/\.tmp\//] } },
    // A failure shows the source.
    onStackTrace: (_error, frame) => void Object.assign(frame, sourcePlace(frame)),
    // Apps that run in the tests log every request; what matters of it, tests look at.
    onConsoleLog: (text) => !text.startsWith('{"timestamp":'),
  },
});
