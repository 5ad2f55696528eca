import type { UpstreamMock } from "../../runtime/tracing.js";
import type { Program } from "../analyse/program.js";
import { requestsOf } from "../constructs/actions/facts.js";
import { definitionName } from "../constructs/options/request-options.js";
import type { UpstreamRequest } from "../language/action-definition.js";
import { bySpecificity } from "../load/routes.js";
import { MockReader } from "../parse/openapi/mocks.js";
import { treesOf } from "../syntax/flow-summary.js";
import { actionsOf } from "../syntax/statements.js";

/** The mocks that can answer in place of upstream systems. */
export interface MockedUpstreams {
  readonly mocks: readonly UpstreamMock[];
  /** Requests that name no description of the system, so that nothing can answer for it: file and line. */
  readonly others: readonly string[];
}

/** Reads the answers of upstream systems from the descriptions that requests name. */
export function mockUpstreams(program: Program): MockedUpstreams {
  const { definitions, files } = program;
  const mocks = [...definitions].map(([name, api]) => {
    const reader = new MockReader(api.source, files);
    const paths = bySpecificity(api.paths).map(({ pattern }) => ({
      pattern,
      operations: reader.operations(pattern),
    }));
    return { name, basePath: api.basePath, paths };
  });
  return { mocks, others: [...new Set(others(program))] };
}

function* others(program: Program): Iterable<string> {
  const { templates, definitions } = program;
  const isMocked = ({ config }: UpstreamRequest): boolean => {
    const definition = config && definitionName(config);
    return definition?.kind === "constant" && definitions.has(definition.value);
  };
  for (const flow of treesOf(program.flows).values())
    for (const action of actionsOf(flow.statements)) {
      if (requestsOf(action, templates).every(isMocked)) continue;
      const { source, start } = action.span;
      yield `${source.path}:${source.place(start).line}`;
    }
}
