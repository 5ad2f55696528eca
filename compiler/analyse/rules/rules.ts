import { definitionOf } from "../../constructs/actions/index.js";
import type { Action } from "../../syntax/flow.js";
import { actionsOf } from "../../syntax/statements.js";
import { answeredBreakers } from "./answered-breakers.js";
import { arithmetic } from "./arithmetic.js";
import { arrays } from "./arrays.js";
import { askedUpstreams } from "./asked-upstreams.js";
import { bareWords } from "./bare-words.js";
import { basePath } from "./base-path.js";
import { comparisons } from "./comparisons.js";
import { arrayArguments } from "./constant-arguments.js";
import { decidedConditions } from "./decided-conditions.js";
import { defaults } from "./defaults.js";
import { endlessCalls } from "./endless-calls.js";
import { environment } from "./environment.js";
import { expressions } from "./expressions.js";
import { idleUpstreams } from "./idle-upstreams.js";
import { initFlow } from "./init-flow.js";
import { jsonPaths } from "./json-paths.js";
import { jsonRoots } from "./json-roots.js";
import { limitKeys } from "./limit-keys.js";
import { loops } from "./loops.js";
import { lostContent } from "./lost-content.js";
import { mediaTypes } from "./media-types.js";
import { missingClaims } from "./missing-claims.js";
import { missingContent } from "./missing-content.js";
import { postChecks } from "./post-checks.js";
import { presence } from "./presence.js";
import { reachable } from "./reachable.js";
import { repeatedMembers } from "./repeated-members.js";
import { requestParts } from "./request-parts.js";
import { requestTimes } from "./request-times.js";
import { requests } from "./requests.js";
import { responses } from "./responses.js";
import type { FlowRule, Rule } from "./rule.js";
import { sameBranches } from "./same-branches.js";
import { silentHandlers } from "./silent-handlers.js";
import { sources } from "./sources.js";
import { namesOfContexts, pathsOfLoops, templateNodes } from "./template-nodes.js";
import { texts } from "./texts.js";
import { unread } from "./unread.js";
import { unseen } from "./unseen.js";
import { unsetVariables } from "./unset-variables.js";
import { unusedFlows } from "./unused-flows.js";

/** Checks each action by its definition. */
const actions: FlowRule = ({ files, facts, reporter }) => {
  let all: readonly Action[] = [];
  let index = 0;
  return {
    flow({ statements }) {
      all = actionsOf(statements);
      index = 0;
    },
    action(action) {
      index++;
      definitionOf(action).check?.(action, {
        ...{ reporter, files, facts },
        *following() {
          for (let next = index; next < all.length; next++) yield all[next] as Action;
        },
      });
    },
  };
};

/** Checks that need no more of the rest of the app than what is known of values where a flow reads them. */
export const flowRules: readonly FlowRule[] = [
  actions,
  repeatedMembers,
  templateNodes,
  namesOfContexts,
  pathsOfLoops,
  defaults,
  loops,
  expressions,
  comparisons,
  jsonPaths,
  texts,
  bareWords,
  mediaTypes,
  sources,
  requestParts,
  lostContent,
  missingContent,
  arithmetic,
  arrays,
  arrayArguments,
  jsonRoots,
  basePath,
  presence,
  decidedConditions,
  sameBranches,
];

/** Checks of several flows together. Some say nothing after errors that those before them have found. */
export const appRules: readonly Rule[] = [
  reachable,
  initFlow,
  unsetVariables,
  requests,
  unseen,
  environment,
  responses,
  unread,
  postChecks,
  requestTimes,
  missingClaims,
  silentHandlers,
];

/** Checks of all flows together, for which some alone say nothing. */
export const wholeRules: readonly Rule[] = [
  endlessCalls,
  unusedFlows,
  answeredBreakers,
  askedUpstreams,
  idleUpstreams,
  limitKeys,
];
