import { nearest } from "../../../runtime/base/nearest.js";
import { isSlip } from "../../diagnostics/slips.js";

/** A media type that nobody knows. */
interface OddMediaType {
  readonly name: string;
  /** The one that was most likely meant. */
  readonly meant: string;
}

/**
 * Says of a media type, or a range of them, whether it is one that nobody knows and much like one that many use. Types
 * of vendors, and all others that are like none, may exist.
 */
export function oddMediaType(text: string): OddMediaType | undefined {
  const name = (text.split(";", 1)[0] ?? "").trim().toLowerCase();
  const [type = "", subtype, ...others] = name.split("/");
  if (name === "" || name === "*" || name === "*/*" || name.length > maxLength || subtype === "*")
    return undefined;
  if (subtype === undefined) {
    const meant = byWord.get(name);
    return meant === undefined ? undefined : { name, meant };
  }
  if (subtype === "" || others.length > 0) return undefined;
  if (!topLevel.has(type) && !type.startsWith("x-")) {
    const known = nearest(type, topLevel);
    return known === undefined
      ? undefined
      : { name, meant: `${known}/${meantSubtype(known, subtype) ?? subtype}` };
  }
  const meant = meantSubtype(type, subtype);
  if (meant === undefined) return undefined;
  return { name, meant: meant === "json" ? "application/json" : `${type}/${meant}` };
}

/** The subtype that is meant, if this one is of no known form and much like a known one. */
function meantSubtype(type: string, subtype: string): string | undefined {
  if (/^(?:vnd|prs|x)\.|^x-|\+/.test(subtype)) return undefined;
  const known = byType.get(type);
  if (known === undefined || known.includes(subtype)) return undefined;
  const slip = known.find((one) => one.length >= minLength && isSlip(subtype, one));
  const close = slip ?? nearest(subtype, known);
  return close === slip || (close !== undefined && close.length > minLength) ? close : undefined;
}

/** Media types that APIs use most. */
export function knownMediaTypes(): readonly string[] {
  return [...new Set(byWord.values())];
}

/** Shorter names are alike by chance. */
const minLength = 4;
const maxLength = 100;

const byWord: ReadonlyMap<string, string> = new Map([
  ["json", "application/json"],
  ["xml", "application/xml"],
  ["html", "text/html"],
  ["text", "text/plain"],
  ["plain", "text/plain"],
  ["txt", "text/plain"],
  ["csv", "text/csv"],
  ["pdf", "application/pdf"],
  ["form", "application/x-www-form-urlencoded"],
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["binary", "application/octet-stream"],
]);

const byType: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    application: `activity+json atom+xml batch cbor csv dns-json dns-message ecmascript edi-x12 epub+zip fhir+json geo+json
      graphql graphql-response+json gzip hal+json http jose java-archive javascript json json-patch+json json-seq json5
      jsonl jwk-set+json jwt ld+json manifest+json mathml+xml merge-patch+json mp4 msgpack msword multipart ndjson
      octet-stream ogg oauth-authz-req+jwt openapi openmetrics-text pdf pem-certificate-chain pgp-encrypted
      pgp-signature pkcs10 pkcs12 pkcs7-mime pkcs7-signature pkcs8 pkix-cert pkix-crl postscript problem+json
      problem+xml protobuf rdf+xml rss+xml rtf sarif+json scim+json schema+json secevent+jwt soap+xml sparql-query
      sparql-results+json sql text toml tlsrpt+json trig typescript vcard+json wasm wsdl+xml
      x-www-form-urlencoded x-javascript x-json x-ndjson xhtml+xml xliff+xml xml xml-dtd
      xml-external-parsed-entity xml-patch+xml xop+xml xslt+xml yaml yang zip zlib zstd`,
    audio: "aac ac3 amr basic flac l16 midi mp3 mp4 mpeg ogg opus vorbis wav wave webm",
    font: "collection otf sfnt ttf woff woff2",
    image: `apng avif bmp gif heic heif ico icon jp2 jpeg jpg jxl ktx pjpeg png svg svg+xml tiff tif
      vnd.microsoft.icon webp x-icon`,
    message: "delivery-status disposition-notification external-body global http partial rfc822",
    multipart: `alternative byteranges digest encrypted form-data mixed parallel related report signed
      x-mixed-replace`,
    text: `cache-manifest calendar css csv csv-schema directory ecmascript enriched event-stream html javascript json
      markdown n3 parameters plain rfc822-headers richtext rtf sgml tab-separated-values troff turtle typescript
      uri-list vcard vtt x-component xml xml-external-parsed-entity xsl xslt yaml`,
    video: "3gpp 3gpp2 avi h264 h265 mp2t mp4 mpeg ogg quicktime webm x-msvideo",
  }).map(([type, subtypes]) => [type, subtypes.split(/\s+/)]),
);

const topLevel: ReadonlySet<string> = new Set([
  ...byType.keys(),
  "chemical",
  "example",
  "haptics",
  "inode",
  "model",
]);
