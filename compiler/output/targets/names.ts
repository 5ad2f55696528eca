/** The most characters of a label (RFC 1123 §2.1). Kubernetes puts hashes of up to 17 characters behind names. */
const maxLength = 40;

/** A name for the app that platforms take: lower-case letters, digits and hyphens. */
export function deploymentName(title: string): string {
  const words = title
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-");
  const name = words.replace(/^[^a-z]+/, "").slice(0, maxLength);
  return name.replace(/-$/, "") || "flows";
}
