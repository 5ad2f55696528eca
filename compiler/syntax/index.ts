export type { Action, Flow, FlowReference } from "./flow.js";
export { isHandlerPath } from "./handler.js";
export { allItems, allMembers, alternatives, type JsonMember, type JsonNode } from "./json-template.js";
export { methodNames } from "./openapi.js";
export { actionsOf, allStatements } from "./statements.js";
export type { Template } from "./template.js";
export { walkExpression } from "./visit-expression.js";
export { definedNames, isDefinition, visitTemplate } from "./visit-template.js";
export { axes, type Expression, type FunctionCall } from "./xpath.js";
