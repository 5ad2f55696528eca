/**
 * JSON Web Tokens. It is an entry of its own: only apps that call these functions, or whose API description asks for
 * tokens, load jose.
 * @module
 */
export { jwtDecode, jwtEncode } from "./security/jwt/jwt-functions.js";
export { keySet } from "./security/jwt/key-source.js";
export { jwtScheme } from "./security/jwt/scheme.js";
export { security } from "./security/jwt/security.js";
