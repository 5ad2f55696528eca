import { describeApi } from "../../../../compiler/generate/index.js";
import { readDirectory, recentlyUsed } from "../../../../compiler/source/index.js";
import { Masks } from "../../../../runtime/observe/index.js";
import type { KeptBuilds } from "../build/kept-builds.js";
import { MapDrawer } from "../build/map-drawer.js";
import type { Questions } from "../workbench.js";

type Answering = {
  readonly [N in keyof Questions]: (
    argument: Parameters<Questions[N]>[0],
  ) => ReturnType<Questions[N]> | Promise<ReturnType<Questions[N]>>;
};

/** Each test is tried with the whole app, of which little changes in between. */
const store = recentlyUsed(200);

const drawer = new MapDrawer();

/** @param directory the flow directory: an absolute path without links */
export const answering = (directory: string, overlay: readonly string[], builds: KeptBuilds): Answering => ({
  source({ file, build }) {
    const found = builds.get(build);
    const flow = found?.build.flow(file);
    return found && flow && { ...flow, build: found.number };
  },
  description: (path) => describeApi(readDirectory(directory, undefined, overlay), path),
  async saveTest({ trace, environment, secretNames }) {
    const { saveTest } = await import("../../../recording/save-test/save-test.js");
    const masks = new Masks(secretNames);
    return saveTest(trace, {
      directory,
      overlay,
      environment,
      store,
      isSecret: (name) => masks.isSecret(name),
    });
  },
  map: (view) => drawer.drawn(view, builds.get(0)?.build),
  searchMap: (text) => drawer.found(text, builds.get(0)?.build),
});
