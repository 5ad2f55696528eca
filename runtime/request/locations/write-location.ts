import { JsonDocument } from "../../data/json/json-node.js";
import type { Value } from "../../data/model/values.js";
import { isJson } from "../../http/media-type.js";
import type { Content } from "../content.js";
import { type Context, state } from "../context.js";
import { nothingStored, type Stored } from "../storage.js";
import { TreeContent } from "../tree-content.js";
import { documentOf } from "./read-location.js";

/** Makes content the main content, or that of the upstream request `id`. Without content, nothing changes. */
export function writeContent($: Context, content: Content | undefined, id = ""): void {
  if (content === undefined) return;
  if (id === "") $[state].main = content;
  else {
    $[state].contents ??= new Map();
    $[state].contents?.set(id, content);
  }
}

/** `fit://request/<name>` */
export function writeStorage($: Context, name: string, content: Content | undefined): void {
  if (content !== undefined) stored($).storage.set(name, content);
}

/**
 * The value of a variable that takes content: JSON as `$body` has it, anything else as a text. The content itself, with
 * its bytes and media type, is kept beside it. Without content, the variable stays as it is.
 */
export function contentValue($: Context, name: string, content: Content | undefined): Value {
  return put($, name, content, content && valueFor($, content));
}

/** The same, but the value is always a text. */
export function contentText($: Context, name: string, content: Content | undefined): Value {
  return put($, name, content, content?.text);
}

function put($: Context, name: string, content: Content | undefined, value: Value): Value {
  if (content === undefined) return $[name];
  stored($).variables.set(name, { value, content });
  return value;
}

function valueFor($: Context, content: Content): Value {
  if (content instanceof TreeContent) return content.tree;
  if (content.source.kind !== "json" && !isJson(content.mediaType)) return content.text;
  const document = documentOf($, content);
  return document instanceof JsonDocument ? document : content.text;
}

function stored($: Context): Stored {
  $[state].stored ??= nothingStored();
  return $[state].stored;
}
