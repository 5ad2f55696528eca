import type { Mistake } from "./support.js";

/** What authors write who know other languages better than XPath. */
export const xpathBeginners: readonly Mistake[] = [
  {
    name: "two equals signs",
    flow: `<if test="$request/method «==|=» 'GET'"><set-status code="201"/></if>`,
    code: "FLOW2001",
  },
];
