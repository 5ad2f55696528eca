import { project } from "./builds.js";
import { above, targets } from "./guard/targets.js";
import type { Row, Table } from "./page.js";
import { commandLine, freshDirectory, write } from "./project.js";

const endpoints = [100, 1_500];
const tests = 200;

/** `flowc test` for one test, for all tests, and for all again, by processor time. */
export async function flowTests(): Promise<readonly Table[]> {
  const rows: Row[] = [];
  for (const count of endpoints) {
    const flows = freshDirectory("test-flows");
    write(flows, project(count));
    write(flows, testsOf(count));
    const seconds: number[] = [];
    const cache = freshDirectory("test-cache");
    for (const words of [["--filter", "/0.xml", "--no-cache"], [], []])
      seconds.push((await commandLine(["test", flows, ...words], cache)).seconds);
    const [one = 0, all = 0, again = 0] = seconds;
    rows.push({
      isLost: false,
      above: above(`${count} endpoints`, all, targets.tests),
      cells: [
        count.toLocaleString("en-US"),
        `${one.toFixed(1)} s`,
        `${all.toFixed(1)} s`,
        `${again.toFixed(1)} s`,
      ],
    });
  }
  const headings = ["endpoints", "one test", `${tests} tests`, "once more"];
  return [{ title: "Tests of flows by processor time", headings, rows }];
}

/** Each asks one endpoint, and answers its upstream request. */
function testsOf(count: number): Readonly<Record<string, string>> {
  const numbers = Array.from({ length: tests }, (_, index) => index);
  return Object.fromEntries(
    numbers.map((index) => [`tests/${index}.xml`, flowTest(Math.floor((index * count) / tests))]),
  );
}

const flowTest = (endpoint: number): string => `<flow-test>
  <set-env>{ "THINGS": "https://things.example" }</set-env>
  <backend-flow request="things">
    <assert>[ [ "$request/path", "/things-${endpoint}/7" ] ]</assert>
    <template>{ "items": [ { "id": 1, "name": "one", "price": 9.5 } ] }</template>
  </backend-flow>
  <test-request>{ "path": "/api/things-${endpoint}/7?limit=5" }</test-request>
  <assert>
  [
    [ "$status", 200 ],
    [ "json-parse($response)/id", 7 ],
    [ "json-parse($response)/summary/names/value", "one" ]
  ]
  </assert>
</flow-test>
`;
