import type { Worker } from "node:cluster";
import { type Checked, commitReload, prepareReload, type Variables } from "./reload.js";

/** Milliseconds that a worker has to check new variables. */
const patience = 5_000;

/** What the primary says to a worker: check these variables, or take those that were checked. */
interface Order {
  readonly prepare?: Variables;
  readonly commit?: true;
  /** The number of the check. */
  readonly check: number;
}

/** What a worker answers: what it has found, or that it has taken what was checked. */
interface Answer {
  readonly checked?: Checked;
  readonly committed?: true;
  readonly check?: number;
}

let checks = 0;

/** In the primary: the variables that workers have checked last, and can take. */
const ready = new WeakMap<Worker, { readonly check: number; readonly variables: Variables }>();

/** In the primary: has a worker check variables. One that ends meanwhile has nothing against them. */
export function prepareWorker(worker: Worker, variables: Variables): Promise<Checked> {
  const check = ++checks;
  ready.delete(worker);
  return new Promise((resolve) => {
    const done = (checked: Checked): void => {
      clearTimeout(timer);
      worker.off("message", answered).off("exit", ended);
      resolve(checked);
    };
    const answered = (answer: Answer): void => {
      if (answer.checked === undefined || answer.check !== check) return;
      if (answer.checked.faults.length === 0) ready.set(worker, { check, variables });
      done(answer.checked);
    };
    const ended = (): void => done({ faults: [], changed: [] });
    const silent = `Worker ${worker.process.pid} has not checked the settings within ${patience / 1000} s`;
    const timer = setTimeout(() => done({ faults: [silent], changed: [] }), patience);
    worker.on("message", answered).once("exit", ended);
    if (worker.isConnected()) worker.send({ prepare: variables, check } satisfies Order);
    else ended();
  });
}

/**
 * In the primary: has a worker take variables. Resolves when it has, or has ended; `undefined` if it has not checked
 * these.
 */
export function commitWorker(worker: Worker, variables: Variables): Promise<void> | undefined {
  const checked = ready.get(worker);
  if (checked === undefined || checked.variables !== variables || !worker.isConnected()) return undefined;
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      worker.off("message", answered).off("exit", done);
      resolve();
    };
    const answered = ({ committed, check }: Answer): void => {
      if (committed && check === checked.check) done();
    };
    const timer = setTimeout(done, patience);
    worker.on("message", answered).once("exit", done);
    worker.send({ commit: true, check: checked.check } satisfies Order);
  });
}

/** In a worker: checks and takes what the primary says. */
export function followPrimary(worker: Worker): void {
  let ready: { readonly check: number; readonly variables: Variables } | undefined;
  worker.on("message", ({ prepare, commit, check }: Order) => {
    if (commit && ready?.check === check) {
      commitReload(ready.variables);
      if (worker.isConnected()) worker.send({ committed: true, check } satisfies Answer);
    }
    if (prepare === undefined) return;
    void prepareReload({ variables: prepare, faults: [] }).then(({ faults, changed, variables }) => {
      ready = { check, variables };
      if (worker.isConnected()) worker.send({ checked: { faults, changed }, check } satisfies Answer);
    });
  });
}
