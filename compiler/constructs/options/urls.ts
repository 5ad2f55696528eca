import type { ObjectNode } from "../../syntax/json-template.js";
import type { UrlValue } from "../action.js";
import { allNamed } from "../action-parts/settings.js";

/** What the configuration of a request says about where it goes. */
export const urlsIn = ({ members }: ObjectNode): readonly UrlValue[] => [
  ...["url", "origin"].flatMap((name) =>
    allNamed(members, name).map((value): UrlValue => ({ part: "url", value })),
  ),
  ...allNamed(members, "addPrefix").map((value): UrlValue => ({ part: "path", value })),
  ...allNamed(members, "options")
    .flatMap((options) => (options.kind === "object" ? options.members : []))
    .flatMap((option) => SERVER_OPTIONS.flatMap((name) => allNamed([option], name)))
    .map((value): UrlValue => ({ part: "server", value })),
];

/** Options that name a server to connect to. */
const SERVER_OPTIONS = ["proxy-server", "transport-server"] as const;
