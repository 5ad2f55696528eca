import { isConnectionField } from "../../../runtime/http/index.js";
import type { Fields as FieldList } from "../../../runtime/observe/trace/index.js";
import type { Draft } from "./facts.js";

/** Fields that the test itself makes, that belong to a connection, or that say how a body was packed. */
const isOfConnection = (name: string): boolean =>
  isConnectionField(name) || name === "accept-encoding" || name === "content-encoding";

/** Fields that browsers and tools send with each request, whether somebody reads them or not. */
const ofEveryRequest =
  /^(accept|accept-language|accept-charset|authorization|cache-control|cookie|dnt|origin|pragma|priority|purpose|referer|sec-.*|upgrade-insecure-requests|user-agent)$/;

/** Fields that servers add to each response, of which flows hardly ever know. */
const ofEveryResponse =
  /^(age|alt-svc|cf-.*|date|nel|report-to|server|server-timing|strict-transport-security|via|x-powered-by|x-content-type-options|x-request-id)$/;

/** Fields by lower-case name; those that came more than once have all their values. */
type Fields = ReadonlyMap<string, readonly string[]>;

export const requestFields = (fields: FieldList, draft: Draft): Fields =>
  gathered(fields, (name) => {
    const words = name === "authorization" ? ["authorization", "jwt", "secur"] : [name];
    return !ofEveryRequest.test(name) || words.some((word) => draft.mentions(word));
  });

export const responseFields = (fields: FieldList, draft: Draft): Fields =>
  gathered(fields, (name) => !ofEveryResponse.test(name) || draft.mentions(name));

function gathered(fields: FieldList, matters: (name: string) => boolean): Fields {
  const found = new Map<string, string[]>();
  for (const [written, value] of fields) {
    const name = written.toLowerCase();
    // HTTP/2 has the parts of the start line among the fields.
    if (isOfConnection(name) || name.startsWith(":") || !matters(name)) continue;
    found.set(name, [...(found.get(name) ?? []), value]);
  }
  return found;
}
