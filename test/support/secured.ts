/** Apps whose API description has security schemes. */
import { expect } from "vitest";
import type { Files } from "./compile.js";
import { secret } from "./tokens.js";

/** A scheme whose tokens are bearer tokens. */
export function bearer(jwt: object = {}): object {
  return {
    type: "apiKey",
    in: "header",
    name: "Authorization",
    "x-flow-jwt": { key: secret, ...jwt },
  };
}

/** A scheme whose tokens are in a cookie. */
export function cookie(name: string, jwt: object = {}): object {
  return {
    type: "apiKey",
    in: "header",
    name: "Cookie",
    "x-flow-cookiename": name,
    "x-flow-jwt": { key: secret, ...jwt },
  };
}

/** The files of an app; its flow `show.xml` answers with the claims in `$jwt`. */
export function secured(description: object, files: Files = {}): Files {
  return {
    "swagger.yaml": JSON.stringify({ swagger: "2.0", basePath: "/t", ...description }),
    "show.xml": "<flow><template>{{ $jwt }}</template></flow>",
    ...files,
  };
}

/** The files of an app whose one path, `/t/x`, requires the scheme `Token`. */
export function securedPath(scheme: object, files: Files = {}, scopes: readonly string[] = []): Files {
  return secured(
    {
      securityDefinitions: { Token: scheme },
      paths: { "/x": { security: [{ Token: scopes }], "x-flow": "show.xml" } },
    },
    files,
  );
}

export function withToken(token: string) {
  return { path: "/t/x", headers: { authorization: `Bearer ${token}` } };
}

/** The error document for a request that is refused. */
export function violation(...info: readonly string[]) {
  return {
    status: 403,
    json: {
      error: { message: "Security violation", status: 403, requestID: expect.any(String), info, code: 3206 },
    },
  };
}
