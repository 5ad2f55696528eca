/** The part of SaxonJS that we use; the package has no types. */
declare module "saxon-js" {
  interface Options {
    readonly stylesheetInternal: object;
    readonly sourceText: string;
    readonly destination: "serialized";
    readonly outputProperties: Readonly<Record<string, string | number | boolean>>;
    /** -1 keeps it from writing to the console. */
    readonly logLevel: -1;
    readonly deliverMessage: (message: { readonly textContent: string | null }) => void;
  }
  /** The members that SaxonJS asks of its platform, by name. */
  interface Platform extends Record<string, unknown> {
    resource(name: string): unknown;
  }
  const SaxonJS: {
    transform(options: Options, mode: "sync"): { readonly principalResult: string | null };
    getPlatform(): Platform;
  };
  export = SaxonJS;
}
