import { configuration } from "./configuration.js";
import { contradictions } from "./contradictions.js";
import { copiedAndRenamed } from "./copied-and-renamed.js";
import { decidedConditions } from "./decided-conditions.js";
import { descriptionForms } from "./description-forms.js";
import { descriptions } from "./descriptions.js";
import { functionArguments } from "./function-arguments.js";
import { hurriedExpressions } from "./hurried-expressions.js";
import { hurriedRequests } from "./hurried-requests.js";
import { knownDocuments } from "./known-documents.js";
import { names } from "./names.js";
import { operationBodies } from "./operation-bodies.js";
import { otherGateways } from "./other-gateways.js";
import { requestBodies } from "./request-bodies.js";
import { requestForms } from "./request-forms.js";
import { resilience } from "./resilience.js";
import { schemas } from "./schemas.js";
import { silentBuilds } from "./silent-builds.js";
import { stylesheetStructure } from "./stylesheet-structure.js";
import { stylesheetValues } from "./stylesheet-values.js";
import { stylesheets } from "./stylesheets.js";
import { suggestions } from "./suggestions.js";
import type { Mistakes } from "./support.js";
import { testsOfFlows } from "./tests-of-flows.js";
import { tokenVariables } from "./token-variables.js";
import { upstreamForms } from "./upstream-forms.js";
import { valuesAndBranches } from "./values-and-branches.js";
import { wrongSources } from "./wrong-sources.js";
import { xpathBeginners } from "./xpath-beginners.js";

/** Mistakes of backend teams, by one reason why. */
export const kinds: Readonly<Record<string, Mistakes>> = {
  "request bodies of actions": requestBodies,
  "what XPath beginners write": xpathBeginners,
  "conditions decided already": decidedConditions,
  "other gateways": otherGateways,
  names: names,
  schemas: schemas,
  "silent builds": silentBuilds,
  suggestions: suggestions,
  "copied and renamed": copiedAndRenamed,
  "hurried requests": hurriedRequests,
  "hurried expressions": hurriedExpressions,
  "arguments of functions": functionArguments,
  descriptions: descriptions,
  "forms of descriptions": descriptionForms,
  stylesheets: stylesheets,
  configuration: configuration,
  resilience: resilience,
  "variables of tokens": tokenVariables,
  "wrong sources": wrongSources,
  "forms of upstream requests": upstreamForms,
  "known documents": knownDocuments,
  "values of stylesheets": stylesheetValues,
  contradictions: contradictions,
  "structure of stylesheets": stylesheetStructure,
  "bodies and parameters": operationBodies,
  "forms of requests": requestForms,
  "tests of flows": testsOfFlows,
  "values and branches": valuesAndBranches,
};
