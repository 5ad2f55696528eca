import type { Program } from "../analyse/program.js";
import { array, call, code, entry, number, object, quote } from "../code/code.js";
import type { Doc } from "../code/doc.js";
import type { RouteOperation } from "../load/routes.js";
import type { JwtScheme, KeySet, Setting, TokenPlace } from "../syntax/security.js";
import { ModuleBuilder } from "./module/module.js";
import type { FlowNames } from "./module/names.js";
import type { ModulePlan } from "./module/plan.js";

/** The module of a security scheme. */
export function schemeModule(scheme: JwtScheme, program: Program, names: FlowNames): ModulePlan {
  const { module, name } = names.scheme(scheme);
  const builder = new ModuleBuilder(module, `${program.api.source.path}, compiled by flowc.`);
  const { key, algorithm, claims, scopeClaim, variable, header, challenges, postCheckFlow } = scheme;
  const options = [
    entry("name", quote(scheme.name)),
    entry("token", placeCode(scheme.token)),
    entry("key", key.kind === "key-set" ? keySetCode(key, builder) : settingCode(key)),
    entry("algorithm", settingCode(algorithm)),
    ...(claims.length === 0 ? [] : [entry("claims", claimsCode(claims))]),
    entry("scopeClaim", quote(scopeClaim)),
    entry("variable", quote(variable)),
    ...(header === undefined ? [] : [entry("header", quote(header))]),
    ...(challenges ? [entry("challenges", code`true`)] : []),
  ];
  if (postCheckFlow !== undefined) {
    const flow = names.shared(program.flowPath(postCheckFlow));
    options.push(entry("postCheck", builder.importFrom(flow.module, flow.name)));
  }
  builder.declare({
    kind: "const",
    name,
    exported: true,
    initializer: call(builder.use("jwtScheme"), [object(options)]),
    docs: `The security scheme ${scheme.name}; it is called with the scopes that a request needs`,
  });
  return builder.plan();
}

/** The guard of an operation; none where it requires nothing. */
export function securityGuard(
  { security }: RouteOperation,
  names: FlowNames,
  builder: ModuleBuilder,
): readonly Doc[] {
  if (security.length === 0) return [];
  const alternatives = security.map((requirements) =>
    array(
      requirements.map(({ scheme, scopes }) => {
        const { module, name } = names.scheme(scheme);
        return call(builder.importFrom(module, name), scopes.map(quote));
      }),
    ),
  );
  return [call(builder.use("security"), alternatives)];
}

const placeCode = (place: TokenPlace): Doc =>
  place.kind === "bearer" ? quote("bearer") : object([entry("cookie", quote(place.name))]);

const settingCode = (setting: Setting): Doc =>
  setting.kind === "text" ? quote(setting.text) : object([entry("env", quote(setting.name))]);

function keySetCode({ url, timeToLive, maxStale, allowsHttp }: KeySet, builder: ModuleBuilder): Doc {
  const options = [
    entry("url", settingCode(url)),
    ...(timeToLive === undefined ? [] : [entry("timeToLive", number(timeToLive))]),
    ...(maxStale === undefined ? [] : [entry("maxStale", number(maxStale))]),
    ...(allowsHttp ? [entry("allowsHttp", code`true`)] : []),
  ];
  return call(builder.use("keySet"), [object(options)]);
}

const claimsCode = (claims: JwtScheme["claims"]): Doc =>
  array(claims.map(({ name, expected }) => array([quote(name), settingCode(expected)])));
