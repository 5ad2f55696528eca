/** A node of Saxon's stylesheet export file (SEF), as far as we read it. */
export interface SefNode {
  /** Its kind: an instruction, an expression, or a part of one. */
  readonly N: string;
  readonly name?: string;
  readonly value?: string;
  /** The line that it comes from; without it, that of the parent. */
  readonly line?: string;
  readonly module?: string;
  readonly C?: readonly SefNode[];
}

/** Something that a stylesheet must not have. */
export interface Refusal {
  readonly kind: "function" | "instruction";
  /** The name as stylesheets write it, without a prefix. */
  readonly name: string;
  readonly line: string | undefined;
  readonly module: string | undefined;
}

interface Pending {
  readonly node: SefNode;
  readonly line: string | undefined;
  readonly module: string | undefined;
}

/**
 * All that is in a compiled stylesheet and not known to do nothing but compute. In a compiled stylesheet all names are
 * resolved, however it spelled them. What could choose code by data (`xsl:evaluate`, `function-lookup()`,
 * `transform()`, `load-xquery-module()`) or reach the host (the functions and instructions of SaxonJS) is not among
 * what is known, and neither is what later versions of SaxonJS may bring.
 */
export function refusals(sef: SefNode): readonly Refusal[] {
  const own = ownFunctions(sef);
  const found: Refusal[] = [];
  const pending: Pending[] = [{ node: sef, line: undefined, module: undefined }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node } = next;
    const { line = next.line, module = next.module } = node;
    const refused = refusedIn(node, own);
    if (refused !== undefined) found.push({ ...refused, line, module });
    const children = node.C ?? [];
    for (let index = children.length - 1; index >= 0; index--)
      pending.push({ node: children[index] as SefNode, line, module });
  }
  return found;
}

function refusedIn(
  { N: kind, name = "" }: SefNode,
  own: ReadonlySet<string>,
): Pick<Refusal, "kind" | "name"> | undefined {
  if (!nodeKinds.has(kind)) return { kind: "instruction", name: kind };
  if (kind === "fn") return functions.has(name) ? undefined : { kind: "function", name };
  if (kind !== "ifCall" && kind !== "fnRef") return undefined;
  const [, uri = "", local = name] = /^Q\{([^}]*)\}(.*)$/s.exec(name) ?? [];
  const isKnown =
    computing.has(uri) || (uri === xpathFunctions && functions.has(local)) || saxonFunctions.has(name);
  return isKnown || own.has(name) ? undefined : { kind: "function", name: local };
}

/**
 * The names of the stylesheet's own `xsl:function`s. A name in a namespace of Saxon is left out: it might stand for a
 * function of SaxonJS.
 */
function ownFunctions(sef: SefNode): ReadonlySet<string> {
  const names = new Set<string>();
  const pending = [sef];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.N === "function" && node.name !== undefined && !/saxon/i.test(node.name)) names.add(node.name);
    for (const child of node.C ?? []) pending.push(child);
  }
  return names;
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

const xpathFunctions = "http://www.w3.org/2005/xpath-functions";

/** Namespaces whose functions all do nothing but compute. */
const computing: ReadonlySet<string> = new Set([
  "http://www.w3.org/2001/XMLSchema",
  `${xpathFunctions}/array`,
  `${xpathFunctions}/map`,
  `${xpathFunctions}/math`,
]);

/** Functions that expressions are compiled to. */
const saxonFunctions = words("Q{http://saxon.sf.net/}apply Q{http://saxon.sf.net/}dynamic-error-info");

/**
 * The functions of XSLT 3.0 and XPath 3.1, without `function-lookup`, `load-xquery-module`, `transform` and those that
 * tell about the environment. Functions that read a file or a URL, such as `document`, are in XSLT 1.0 too; they fail
 * when they are called.
 */
const functions = words(`
  QName abs accumulator-after accumulator-before adjust-date-to-timezone adjust-dateTime-to-timezone
  adjust-time-to-timezone analyze-string apply avg base-uri boolean ceiling codepoint-equal codepoints-to-string
  collation-key collection compare concat contains contains-token copy-of count current current-date current-dateTime
  current-group current-grouping-key current-merge-group current-merge-key current-output-uri current-time data
  dateTime day-from-date day-from-dateTime days-from-duration deep-equal default-collation default-language
  distinct-values doc doc-available document document-uri element-available element-with-id empty encode-for-uri
  ends-with error escape-html-uri exactly-one exists false filter floor fold-left fold-right for-each for-each-pair
  format-date format-dateTime format-integer format-number format-time function-arity function-available function-name
  generate-id has-children head hours-from-dateTime hours-from-duration hours-from-time id idref implicit-timezone
  in-scope-prefixes index-of innermost insert-before iri-to-uri json-doc json-to-xml key lang last local-name
  local-name-from-QName lower-case matches max min minutes-from-dateTime minutes-from-duration minutes-from-time
  month-from-date month-from-dateTime months-from-duration name namespace-uri namespace-uri-for-prefix
  namespace-uri-from-QName nilled node-name normalize-space normalize-unicode not number one-or-more outermost
  parse-ietf-date parse-json parse-xml parse-xml-fragment path position prefix-from-QName put random-number-generator
  regex-group remove replace resolve-QName resolve-uri reverse root round round-half-to-even seconds-from-dateTime
  seconds-from-duration seconds-from-time serialize snapshot sort starts-with static-base-uri stream-available string
  string-join string-length string-to-codepoints subsequence substring substring-after substring-before sum
  system-property tail timezone-from-date timezone-from-dateTime timezone-from-time tokenize trace translate true
  type-available unordered unparsed-entity-public-id unparsed-entity-uri unparsed-text unparsed-text-available
  unparsed-text-lines upper-case uri-collection xml-to-json year-from-date year-from-dateTime years-from-duration
  zero-or-one
`);

/** `resultDoc` and `sourceDoc` are among them: they fail when they are reached. */
const nodeKinds = words(`
  accRule accumulator among analyzeString and applyImports applyT arg arith arith10 array arrayBlock atomSing atomic att
  attVal attributeSet axis break callT cast castable catch charMap check choose co coercedFn comment compAtt compElem
  compareToInt compareToString condCont condSeq conditionalSort consume convert copy copyOf currentGroup
  currentGroupingKey curriedFunc cvUntyped data dbl dec decimalFormat doc docOrder dot elem empty emptyTextNodeRemover
  error every except false filter first flt fn fnCoercer fnRef follows for forEach forEachGroup fork function gVarRef gc
  gc10 glob globalParam globalVariable homCheck ifCall inlineFn instance int intRangeTest intersect is isLast iterate key
  lastOf let literal lookup lookupAll m map merge mergeAdj mergeSrc message minus mode namespace nextIteration nextMatch
  node nodeNum null numSeqFmt onEmpty onNonEmpty or origF origFC output overridden p p.any p.booleanExp p.genNode
  p.genPos p.nodeSet p.nodeTest p.simPos p.venn p.withCurrent p.withPredicate p.withUpper package param params
  partialApply post pre precedes procInst property qName range resultDoc root s sequence slash some sort sortKey
  sourceDoc str strip strip.all strip.none subscript supplied tail tailCallLoop template templateRule to treat true try
  ufCall ufRef union useAS valueOf varRef vc withParam
`);
