import { spend } from "../base/work.js";
import type { Bytes } from "./body-bytes.js";
import { urlEncodedFields } from "./fields.js";
import { decodeWhole, essence, isUnmarkedUtf8, parameter } from "./media-type.js";
import { type Form, multipartForm } from "./multipart-fields.js";

export type { Form } from "./multipart-fields.js";

/**
 * The fields of a form body in their order, with its files; `undefined` if the body is no form. Flows and validation
 * both read a form this way.
 * @throws FieldLimitError
 */
export function readForm(bytes: Bytes, mediaType: string | undefined): Form | undefined {
  switch (essence(mediaType)) {
    case "application/x-www-form-urlencoded":
      return urlEncodedForm(bytes, mediaType);
    case "multipart/form-data": {
      const boundary = parameter(mediaType, "boundary");
      return boundary ? multipartForm(bytes, boundary) : undefined;
    }
    default:
      return undefined;
  }
}

function urlEncodedForm(bytes: Bytes, mediaType: string | undefined): Form {
  spend(bytes.byteLength / bytesPerStep);
  const text = decodeWhole(bytes, mediaType);
  return {
    fields: urlEncodedFields(text),
    flaw: isUnmarkedUtf8(bytes, mediaType, text) ? undefined : "The form is no UTF-8.",
  };
}

const bytesPerStep = 512;
