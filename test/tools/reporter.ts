import { DefaultReporter, type TestCase, type TestModule } from "vitest/node";

declare module "vitest" {
  interface TaskMeta {
    /** The thing that the test needs and how to get it; the test is skipped where that is not there. */
    needs?: string;
  }
}

/** Vitest's own report without what passed, and at its end how many tests were skipped, why, and how to run them. */
export class ShortReporter extends DefaultReporter {
  protected override printTestCase(state: ReturnType<TestModule["state"]>, test: TestCase): void {
    if (test.result().state === "failed") super.printTestCase(state, test);
  }

  protected override printTestSuite(): void {}

  override reportTestSummary(...run: Parameters<DefaultReporter["reportTestSummary"]>): void {
    super.reportTestSummary(...run);
    const skipped = this.ctx.state
      .getTestModules()
      .flatMap((module) => [...module.children.allTests("skipped")]);
    // Tests that a name or a failing hook kept from running have no reason of their own.
    const counts = new Map<string, number>();
    for (const test of skipped) {
      const { needs } = test.meta();
      if (needs !== undefined) counts.set(needs, (counts.get(needs) ?? 0) + 1);
    }
    const isWhole = this.ctx.projects.some(({ name }) => name === "full");
    if (!isWhole)
      this.log(
        "    Left out  flowc dev, debuggers, browsers, other runtimes, the package, the site, growth, spans, coverage, load: npm run test:full",
      );
    for (const [needs, count] of counts) this.log(`     Skipped  ${count}, which need ${needs}`);
  }
}
