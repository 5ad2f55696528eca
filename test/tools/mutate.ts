/**
 * `npm run mutate -- 50` changes one operator at a time in the compiler and the runtime, in a copy of the tree, and counts
 * what no test notices. It needs the record of `npm run affected -- --record`: only the tests that run the changed line
 * are asked, the quickest first.
 *
 *     npm run mutate -- 50 --seed 7 --in runtime/xpath     50 changes, other ones, below that path only
 */
import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { chooseMutations, type Mutation } from "./mutate/choose.js";
import { copyTree, Trial, type Verdict } from "./mutate/trial.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: String(Date.now() % 100_000) },
    in: { type: "string", default: "" },
  },
});

const seed = Number(values.seed);
const mutations = chooseMutations(Number(positionals[0] ?? 50), seed, values.in);
console.log(`${mutations.length} changes; again with --seed ${seed}`);

const tree = copyTree();
const stop = () => rmSync(tree, { recursive: true, force: true });
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    stop();
    process.exit(130);
  });

const verdicts: { mutation: Mutation; verdict: Verdict }[] = [];
try {
  const trial = new Trial(tree);
  for (const mutation of mutations) {
    const verdict = await trial.run(mutation);
    verdicts.push({ mutation, verdict });
    console.log(
      `${verdict.kind.padEnd(9)} ${describe(mutation)}${verdict.detail === "" ? "" : `  (${verdict.detail})`}`,
    );
  }
} finally {
  stop();
}

const survivors = verdicts.filter(
  ({ verdict }) => verdict.kind === "survived" || verdict.kind === "unreached",
);
for (const { mutation } of survivors)
  console.log(`\n${describe(mutation)}\n- ${mutation.before}\n+ ${mutation.after}`);
const noticed = verdicts.length - survivors.length;
console.log(`\n${noticed} of ${verdicts.length} noticed: ${Math.round((100 * noticed) / verdicts.length)} %`);

function describe({ path, line, what }: Mutation): string {
  return `${path}:${line + 1}  ${what}`;
}
