import type { UpstreamRequest } from "../../language/action-definition.js";
import type { AttributeTemplate } from "../../syntax/attribute-template.js";
import type { JsonNode, ObjectNode } from "../../syntax/json-template.js";
import { allNamed, named } from "../action-parts/settings.js";
import { memberOf } from "./files.js";
import { mayHaveOption } from "./index.js";
import { properties } from "./properties.js";
import { requestOptions } from "./request-options.js";

/** A value that becomes the URL of an upstream request, or a part of it. */
export interface UrlValue {
  /** A URL, what comes before the client's path, or the name of a server to connect to in place of the URL's. */
  readonly part: "url" | "path" | "server";
  readonly value: JsonNode | AttributeTemplate;
}

/** The parts of a request that say where it goes. */
export function urlsOf({ config, url }: UpstreamRequest): readonly UrlValue[] {
  const attribute: readonly UrlValue[] = url === undefined ? [] : [{ part: "url", value: url }];
  return config === undefined ? attribute : [...attribute, ...urlsIn(config)];
}

const urlsIn = ({ members }: ObjectNode): readonly UrlValue[] => [
  ...Object.entries(properties).flatMap(([name, { part }]) =>
    part === undefined ? [] : allNamed(members, name).map((value): UrlValue => ({ part, value })),
  ),
  ...allNamed(members, "options")
    .flatMap((options) => (options.kind === "object" ? options.members : []))
    .flatMap((option) => servers.flatMap((name) => allNamed([option], name)))
    .map((value): UrlValue => ({ part: "server", value })),
];

/** Tells whether the response may come from another system. */
export const mayRedirect = ({ config }: UpstreamRequest): boolean =>
  memberOf(config && named(config, "options")?.value, "follow-redirects") !== undefined;

/** Tells whether another protocol than that of the URL may be spoken. */
export const mayHaveTransport = (config: ObjectNode | undefined): boolean =>
  mayHaveOption(config, "transport-protocol");

/** Options that name a server to connect to. */
const servers = requestOptions.flatMap(({ name, value }) => (value === "server" ? [name] : []));
