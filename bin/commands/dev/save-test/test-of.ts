import type { Trace } from "../../../../runtime/observe/trace/format.js";
import { assertions } from "./assertions.js";
import { backendFlows } from "./backend-flows.js";
import { setEnvironment } from "./environment.js";
import { Draft, NoTest, type TestFacts, type WrittenTest } from "./facts.js";
import { checkMasks } from "./masked.js";
import { testRequest } from "./request.js";
import { xmlComment } from "./xml.js";

/**
 * A trace as a test: it sends the request again, answers as the upstream systems did, and expects the same answer.
 * @throws NoTest if there can be no such test
 */
export function testOf(trace: Trace, facts: TestFacts): WrittenTest {
  checkTrace(trace);
  const draft = new Draft(trace, facts);
  checkMasks(draft);
  const parts = [
    `  ${xmlComment(`Saved from a request that the app answered: ${trace.request.method} ${trace.request.target}`)}`,
    setEnvironment(draft),
    backendFlows(draft).join("\n"),
    testRequest(draft),
    assertions(draft).join("\n"),
  ].filter((part) => part !== "");
  return {
    path: facts.path,
    text: `<flow-test>\n${parts.join("\n\n")}\n</flow-test>\n`,
    files: draft.files,
  };
}

function checkTrace(trace: Trace): void {
  if (trace.response === undefined)
    throw new NoTest("There is no answer: the request is still running, or the client went away.");
  if (trace.route === "" && trace.flow === "")
    throw new NoTest("No flow answered this request: there is no route for it.");
  if (trace.dropped > 0)
    throw new NoTest(
      `The request had so many events that ${trace.dropped} were not kept; answers of upstream systems may be among them.`,
    );
}
