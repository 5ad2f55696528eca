import { type PemSource, pemOf } from "../../upstream/resilience/credentials.js";
import type { CertificateWatch, KnownCertificate, Showing } from "../node/check-module.js";
import { certificatesIn, credentialChecks, earliest, endsIn, endsSoon, firstEnd } from "./certificates.js";
import { collectors } from "./collectors.js";
import type { Credentials, Needs } from "./needs.js";

/** Flows compute URLs: of further systems, nothing is known. */
const mostSystems = 100;

/** Milliseconds. What nobody has connected to for longer may have another certificate by now. */
const forgotten = 7 * 24 * 60 * 60 * 1000;

/** Certificates that are remembered as told. */
const mostTold = 1_000;

interface Shown {
  readonly expires: number;
  /** When it was seen, of a clock that nobody can set. */
  readonly at: number;
}

/** Knows when the certificates of the app end, and those that systems show it. */
export class Watch implements CertificateWatch {
  /** By host and port. */
  readonly #shown = new Map<string, Shown>();
  /** Instances behind one name may take turns. */
  readonly #told = new Set<string>();
  /** What was read last of the app's own, by the text that it was read from. */
  readonly #ends = new Map<string, { readonly text: string; readonly expires: number | undefined }>();

  constructor(
    private readonly needs: Needs,
    private readonly alert: (message: string) => void,
  ) {}

  warn(): void {
    for (const [subject, credentials] of this.#own())
      for (const { state, message } of credentialChecks(subject, credentials))
        if (state !== "ok") this.alert(`Of the certificates for ${subject}, ${message}.`);
  }

  shown(url: URL, socket: Showing): void {
    try {
      this.#look(`${url.hostname}:${url.port || 443}`, socket);
    } catch {
      // What Node cannot read is nothing that a request has to fail for.
    }
  }

  #look(place: string, socket: Showing): void {
    const known = this.#shown.get(place);
    if (known === undefined && this.#shown.size >= mostSystems) return;
    // Nothing is shown where a session goes on, so what is shown is always looked at: it may be long until the next time.
    const expires = earliest(socket) ?? known?.expires;
    if (expires === undefined) return;
    this.#shown.set(place, { expires, at: performance.now() });
    const name = `${place} ${expires}`;
    if (!endsSoon(expires) || this.#told.has(name) || this.#told.size >= mostTold) return;
    this.#told.add(name);
    this.alert(`The certificate that ${place} shows ${endsIn(expires)}.`);
  }

  known(): readonly KnownCertificate[] {
    const own = this.#own().flatMap(([source, { certificate, ca }]) =>
      (
        [
          [certificate, "client"],
          [ca, "ca"],
        ] as const
      ).flatMap(([pem, kind]): readonly KnownCertificate[] => {
        const expires = pem && this.#endOf(kind, source, pem);
        return expires === undefined ? [] : [{ kind, source, expires }];
      }),
    );
    const shown = [...this.#shown].flatMap(([source, { expires, at }]): readonly KnownCertificate[] =>
      performance.now() - at < forgotten ? [{ kind: "server", source, expires }] : [],
    );
    return [...own, ...shown];
  }

  /** Of a file that is gone or is being written, the last one counts, as it does for connections. */
  #endOf(kind: string, source: string, pem: PemSource): number | undefined {
    const name = `${kind} ${source}`;
    const last = this.#ends.get(name);
    try {
      const text = pemOf(pem, undefined);
      if (text === last?.text) return last.expires;
      const certificates = certificatesIn(text);
      const expires = certificates.length === 0 ? last?.expires : firstEnd(certificates, kind);
      this.#ends.set(name, { text, expires });
      return expires;
    } catch {
      return last?.expires;
    }
  }

  #own(): readonly (readonly [source: string, Credentials])[] {
    const { upstreams, certificates = {} } = this.needs;
    return [
      ...upstreams.flatMap(({ origin, credentials }) =>
        credentials ? [[origin, credentials] as const] : [],
      ),
      ...Object.entries(certificates).map(([path, text]) => [path, { certificate: { path: text } }] as const),
      ...collectors().map(({ name, credentials }) => [name, credentials] as const),
    ];
  }
}
