import { decodeBase64 } from "../../base/base64.js";
import type { Bytes } from "../../http/body-bytes.js";
import { isJson } from "../../http/media-type.js";
import { Content } from "../content.js";
import type { Context } from "../context.js";
import { alert } from "../flow-errors.js";
import { resolvePath } from "./resolve-path.js";

/** A file of the flow directory, which all requests share. */
class FileContent extends Content {
  /** JSON never changes, so requests share it. Functions may change other trees, so each request has its own. */
  override document(...parsers: Parameters<Content["document"]>): ReturnType<Content["document"]> {
    if (isJson(this.mediaType)) return super.document(...parsers);
    return new Content(this.source, this.mediaType).document(...parsers);
  }
}

export function textFile(text: string, mediaType: string): Content {
  return new FileContent({ kind: "text", text }, mediaType);
}

export function binaryFile(base64: string, mediaType: string): Content {
  return new FileContent(new EncodedBytes(base64), mediaType);
}

/** The bytes of a file, decoded when they are first asked for, so that an app with many files starts no later. */
class EncodedBytes {
  readonly kind = "bytes";
  readonly #base64: string;
  #bytes: Bytes | undefined;

  constructor(base64: string) {
    this.#base64 = base64;
  }

  get bytes(): Bytes {
    this.#bytes ??= decodeBase64(this.#base64, false) ?? new Uint8Array();
    return this.#bytes;
  }
}

/**
 * A file that an attribute names at run time. It must be one of `files`: paths are compared as they are, so that
 * nothing else is ever reached. Relative paths begin at the flow file `from`.
 */
export function fileInput(
  $: Context,
  caller: string,
  files: ReadonlyMap<string, Content>,
  from: string,
  location: string,
): Content | undefined {
  const path = resolvePath(from, location.trim());
  const file = path === undefined ? undefined : files.get(path);
  if (file === undefined)
    alert($, caller, `There is no file ${JSON.stringify(location.slice(0, 100))} to read.`);
  return file;
}
