export { writeLogWith } from "./logs/log.js";
export { logUrl } from "./logs/log-url.js";
export type { Exchange } from "./logs/logged-exchange.js";
export { isSecretName } from "./logs/secret-name.js";
export type { Listener } from "./telemetry/request-events.js";
export { beginTrace, type GrowingTrace } from "./trace/begin-trace.js";
export {
  keptMessage,
  type SeenBody,
  type SeenMessage,
  traceBounds,
  unbounded,
} from "./trace/kept-message.js";
export { maskedText, shownText } from "./trace/mask-text.js";
export { Masks, mask, type SecretNames } from "./trace/masks.js";
export { cardForm, ibanForm, isCard, isIban } from "./trace/payment-numbers.js";
export { clientRequest, receivedResponse, repliedResponse, sentRequest } from "./trace/told-messages.js";
export { shownField, shownUrl } from "./trace/traced-credentials.js";
