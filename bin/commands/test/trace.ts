import type { TestBuild } from "../../../compiler/index.js";
import type { Coverage } from "./coverage/coverage.js";
import type { TracedRequest } from "./outcome.js";
import type { TestReport } from "./worker.js";

/** More actions say nothing to a reader. */
const maxActions = 100;

/** What the app has run for each request of a test, or for one without a test. */
export function traceOf(
  { requests, counts }: Pick<TestReport, "requests" | "counts">,
  coverage: Pick<Coverage, "ran">,
  { init, error }: TestBuild["around"],
): readonly TracedRequest[] {
  const turn = (path: string): number => (path === init ? 0 : path === error ? 2 : 1);
  return requests.map(({ method, target, status }, index) => {
    const ran = [...coverage.ran(counts[index] ?? new Float64Array())].sort(
      (a, b) => turn(a.path) - turn(b.path),
    );
    const actions = ran
      .slice(0, maxActions)
      .map(
        ({ path, line, column, name, count }) =>
          `${path}:${line}:${column} ${name}${count > 1 ? `, ${count} times` : ""}`,
      );
    const more = ran.length - actions.length;
    return {
      request: `${method} ${target}: ${status}`,
      actions: more > 0 ? [...actions, `and ${more} more`] : actions,
    };
  });
}
