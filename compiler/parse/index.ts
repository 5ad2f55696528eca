export { parseFlow } from "./flow/flow.js";
export { fieldNames } from "./http/known-fields.js";
export { knownMediaTypes } from "./http/known-media-types.js";
export { type ExtensionPlace, extensionsAt } from "./openapi/checks/extensions.js";
export { readOverlaid } from "./openapi/overlay.js";
export { parseSheetDocument } from "./stylesheet/document.js";
export { parseXml } from "./xml/xml.js";
export { type Token, tokenize } from "./xpath/tokens.js";
export type { YamlEntry, YamlFile } from "./yaml/yaml.js";
