import { InvalidArgumentError, Option } from "commander";
import { type Platform, targets } from "../../compiler/output/targets/index.js";

/** `--target`, which may be repeated. */
export function targetOption(): Option {
  const names = Object.keys(targets) as readonly Platform[];
  const usual: readonly Platform[] = ["node"];
  return new Option("--target <platform>", `the platform to build for: ${names.join(", ")}; may be repeated`)
    .default(usual, "node")
    .argParser((text: string, before: readonly Platform[]) => {
      const name = names.find((one) => one === text);
      if (name === undefined) throw new InvalidArgumentError(`It has to be one of ${names.join(", ")}.`);
      return before === usual ? [name] : [...new Set([...before, name])];
    });
}
