/** Apps that were swapped are not kept: the process may build for days. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { loadApp } from "../../bin/commands/dev/app/load-app.js";
import { Session } from "../../compiler/session/session.js";
import { describing } from "../commands/app.js";
import { inputOf } from "../support/compile.js";

test("200 apps that nobody uses any more are collected", async () => {
  const { code } = await new Session().traced(
    inputOf({
      "swagger.yaml": describing({ "/a": "a.xml" }),
      "a.xml": "<flow><template>{}</template></flow>",
    }),
  );
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const apps: WeakRef<object>[] = [];
  for (let number = 0; number < 200; number++) {
    const { app } = loadApp(code, `/nowhere/app-${number}.cjs`, { error: () => {} });
    const response = await app.fetch(new Request("http://localhost/api/a"));
    expect(await response.text()).toBe("{}");
    apps.push(new WeakRef(app));
    if (number % 20 === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
  collect();
  const alive = apps.filter((app) => app.deref() !== undefined).length;
  expect(alive).toBeLessThan(5);
});
