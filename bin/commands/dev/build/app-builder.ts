import { createTracedBuilder, type Input, type TracedBuild } from "../../../../compiler/index.js";
import type { Store } from "../../../../compiler/source/store.js";

/** What the compiler makes of a flow directory for this command. */
export type AppBuilt = TracedBuild;

/** Builds the app of a directory again and again. */
interface AppBuilder {
  build(input: Input): Promise<AppBuilt>;
}

export const createAppBuilder = (store: Store): AppBuilder => createTracedBuilder(store);
