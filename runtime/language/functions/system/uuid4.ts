import { counted } from "../../../base/counted.js";

/** `uuid4()`: a random UUID (RFC 9562 §5.4). */
export const uuid4 = counted({ units: 1024, call: 15 }, (): string => {
  return crypto.randomUUID();
});
