export type { UpstreamRequest } from "./action-definition.js";
export type { AttributeKind, Editing, JsonForm, JsonMemberForm } from "./editing.js";
export type { FunctionDefinition, Parameter } from "./function-definition.js";
