import { readDirectoryUrl } from "../../../runtime/security/ldap/ldap-url.js";
import type { FunctionDefinition } from "../../language/function-definition.js";
import { checked, of, text } from "../../language/function-definition.js";
import { base, filter } from "../function-parts/constants.js";

const check: FunctionDefinition["check"] = ({ name, arguments: [url] }, { reporter }) => {
  if (url?.kind === "literal" && readDirectoryUrl(url.value) === undefined)
    reporter.report(url.span, "directoryUrl", { name });
};

/** LDAP. */
export const directoryFunctions: readonly FunctionDefinition[] = [
  {
    name: "ldap-lookup",
    reads: "outside",
    parameters: of(checked, text, text, base, filter, text, text),
    returns: "nodes",
    helper: "ldapLookup",
    needsRequest: true,
    needs: "directories",
    awaits: true,
    check,
  },
  {
    name: "ldap-query",
    reads: "outside",
    parameters: of(checked, text, text, base, filter, text),
    returns: "nodes",
    helper: "ldapQuery",
    needsRequest: true,
    needs: "directories",
    awaits: true,
    check,
  },
];
