import { isArray, type JsonObject } from "../../data/model/values.js";
import { Content } from "../../request/content.js";

/** The facility `problemDocument`: an error as a problem document (RFC 9457), in place of the system error document. */
export function problemDocument(error: JsonObject, status: number): Content {
  const { message = "", info, status: _, ...others } = error;
  const detail = (isArray(info) ? info : []).filter((line) => typeof line === "string").join(" ");
  const value: JsonObject = { type: "about:blank", title: message, status, detail, ...others };
  return new Content({ kind: "json", value }, "application/problem+json", status);
}

declare module "../../request/facilities.js" {
  interface Facilities {
    /** Writes errors that no error flow answers. */
    readonly problemDocument?: typeof problemDocument;
  }
}
