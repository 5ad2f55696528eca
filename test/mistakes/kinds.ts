import { configuration } from "./configuration.js";
import { copiedAndRenamed } from "./copied-and-renamed.js";
import { decidedConditions } from "./decided-conditions.js";
import { descriptions } from "./descriptions.js";
import { hurriedExpressions } from "./hurried-expressions.js";
import { hurriedRequests } from "./hurried-requests.js";
import { names } from "./names.js";
import { requestBodies } from "./request-bodies.js";
import { schemas } from "./schemas.js";
import { silentBuilds } from "./silent-builds.js";
import { stylesheets } from "./stylesheets.js";
import { suggestions } from "./suggestions.js";
import type { Kind } from "./support.js";
import { xpathBeginners } from "./xpath-beginners.js";

export const kinds: readonly Kind[] = [
  { kind: "request bodies of actions", mistakes: requestBodies },
  { kind: "what XPath beginners write", mistakes: xpathBeginners },
  { kind: "conditions decided already", mistakes: decidedConditions },
  { kind: "names", mistakes: names },
  { kind: "schemas", mistakes: schemas },
  { kind: "silent builds", mistakes: silentBuilds },
  { kind: "suggestions", mistakes: suggestions },
  { kind: "copied and renamed", mistakes: copiedAndRenamed },
  { kind: "hurried requests", mistakes: hurriedRequests },
  { kind: "hurried expressions", mistakes: hurriedExpressions },
  { kind: "descriptions", mistakes: descriptions },
  { kind: "stylesheets", mistakes: stylesheets },
  { kind: "configuration", mistakes: configuration },
];
