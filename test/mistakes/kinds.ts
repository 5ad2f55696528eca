import { decidedConditions } from "./decided-conditions.js";
import { names } from "./names.js";
import { requestBodies } from "./request-bodies.js";
import { schemas } from "./schemas.js";
import { suggestions } from "./suggestions.js";
import type { Kind } from "./support.js";
import { xpathBeginners } from "./xpath-beginners.js";

export const kinds: readonly Kind[] = [
  { kind: "request bodies of actions", mistakes: requestBodies },
  { kind: "what XPath beginners write", mistakes: xpathBeginners },
  { kind: "conditions decided already", mistakes: decidedConditions },
  { kind: "names", mistakes: names },
  { kind: "schemas", mistakes: schemas },
  { kind: "suggestions", mistakes: suggestions },
];
