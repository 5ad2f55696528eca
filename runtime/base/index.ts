export { decodeBase64, encodeBase64 } from "./base64.js";
export { keepVariables } from "./environment-variables.js";
export { decodePercent } from "./percent-decode.js";
export { seconds } from "./setting.js";
export { settings } from "./settings.js";
export { errorCode } from "./timeout.js";
