/**
 * JSON Web Tokens. It is an entry of its own: only apps that call these functions, or whose API description asks for
 * tokens, load jose.
 * @module
 */
export { jwtDecode } from "./decode.js";
export { jwtEncode } from "./encode.js";
export { keySet } from "./key-source.js";
export { jwtScheme } from "./scheme.js";
export { security } from "./security.js";
