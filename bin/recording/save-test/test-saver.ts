import { recentlyUsed } from "../../../compiler/source/index.js";
import { Masks } from "../../../runtime/observe/index.js";
import type { Trace } from "../../../runtime/observe/trace/index.js";
import type { Output } from "../../shared/surroundings.js";
import { saveTest } from "./save-test.js";

/** Writes flow tests for recorded requests: one for each way through the flows, as long as there may be more. */
export class TestSaver {
  readonly #seen = new Set<string>();
  readonly #store = recentlyUsed(200);
  readonly #masks = new Masks();

  constructor(
    private readonly directory: string,
    private readonly overlay: readonly string[],
    private left: number,
    private readonly output: Output,
  ) {}

  async save(trace: Trace, operation: string): Promise<void> {
    if (this.left <= 0) return;
    const ran = trace.events.flatMap((event) => (event.kind === "action" ? event.place : []));
    const key = JSON.stringify([operation, trace.response?.status, [...new Set(ran)]]);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const saved = await saveTest(trace, {
      ...{ directory: this.directory, overlay: this.overlay, environment: process.env, store: this.#store },
      isSecret: (name) => this.#masks.isSecret(name),
    });
    if ("problem" in saved) this.output.stderr(`flowc: no test for ${operation}: ${saved.problem}\n`);
    else {
      this.left--;
      this.output.stderr(`saved ${saved.path}\n`);
    }
  }
}
