/** XPath 1.0 expressions at random, as trees; their text is made from the tree, so that the parser is under test, too. */
import fc from "fast-check";
import type { Axis } from "../../compiler/syntax/xpath.js";

export type Test =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "type"; readonly type: "node" | "text" | "comment" }
  | { readonly kind: "instruction"; readonly target: string | undefined };

export interface TestStep {
  readonly axis: Axis;
  readonly test: Test;
  readonly predicates: readonly Tree[];
  /** Written in full where there is a short form. */
  readonly long: boolean;
}

export type Operator =
  | "or"
  | "and"
  | "="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "+"
  | "-"
  | "*"
  | "div"
  | "mod"
  | "|";

export type Tree =
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "literal"; readonly value: string }
  | { readonly kind: "variable"; readonly name: VariableName }
  | { readonly kind: "negate"; readonly operand: Tree }
  | { readonly kind: "binary"; readonly operator: Operator; readonly left: Tree; readonly right: Tree }
  | { readonly kind: "call"; readonly name: string; readonly arguments: readonly Tree[] }
  | { readonly kind: "filter"; readonly primary: Tree; readonly predicates: readonly Tree[] }
  | { readonly kind: "path"; readonly start: "context" | "root" | Tree; readonly steps: readonly TestStep[] };

export const variableNames = ["number", "string", "boolean", "nodes", "unset"] as const;
export type VariableName = (typeof variableNames)[number];

const forwardAxes: readonly Axis[] = [
  "child",
  "child",
  "child",
  "attribute",
  "descendant",
  "descendant-or-self",
  "following",
  "following-sibling",
  "self",
];
const backwardAxes: readonly Axis[] = [
  "parent",
  "ancestor",
  "ancestor-or-self",
  "preceding",
  "preceding-sibling",
];

export interface Vocabulary {
  readonly elements: readonly string[];
  readonly attributes: readonly string[];
  readonly texts: readonly string[];
  /** Comments, processing instructions and namespaces exist. */
  readonly isXml: boolean;
}

export interface Expressions {
  readonly any: fc.Arbitrary<Tree>;
  readonly nodes: fc.Arbitrary<Tree>;
}

/** Expressions over documents with these names and texts. */
export function expressions(words: Vocabulary, maxDepth = 3): Expressions {
  const axis = fc.constantFrom<Axis>(
    ...forwardAxes,
    ...forwardAxes,
    ...backwardAxes,
    ...(words.isXml ? (["namespace"] as const) : []),
  );
  const typeTests: Test[] = [
    { kind: "type", type: "node" },
    { kind: "type", type: "node" },
    { kind: "type", type: "node" },
    { kind: "type", type: "text" },
    ...(words.isXml
      ? ([
          { kind: "type", type: "comment" },
          { kind: "instruction", target: undefined },
          { kind: "instruction", target: "t1" },
        ] as const)
      : []),
  ];
  const number = fc.constantFrom(
    "0",
    "1",
    "2",
    "3",
    "1.5",
    ".5",
    "10",
    "2.",
    "0.000001",
    "12345678901234567890",
  );
  const position = fc.constantFrom("1", "1", "2").map((text): Tree => ({ kind: "number", text }));
  const literal = fc.constantFrom(...words.texts, ...words.elements.slice(0, 3));
  /** The first names are met more often, as in documents: a path that finds nothing tests little. */
  const often = words.elements.slice(0, 2);
  const test = (axis: Axis): fc.Arbitrary<Test> => {
    const elements = [...words.elements, ...often, ...often];
    const names = axis === "attribute" ? words.attributes : axis === "namespace" ? ["p", "xml"] : elements;
    return fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...names).map((name): Test => ({ kind: "name", name })) },
      { weight: 4, arbitrary: fc.constant<Test>({ kind: "name", name: "*" }) },
      ...(words.isXml ? [{ weight: 1, arbitrary: fc.constant<Test>({ kind: "name", name: "p:*" }) }] : []),
      { weight: 3, arbitrary: fc.constantFrom(...typeTests) },
    );
  };
  const options = { maxDepth, depthIdentifier: fc.createDepthIdentifier() };
  const call = (name: string, ...args: fc.Arbitrary<Tree>[]): fc.Arbitrary<Tree> =>
    fc.tuple(...args).map((list): Tree => ({ kind: "call", name, arguments: list }));
  const variable = (name: VariableName): fc.Arbitrary<Tree> => fc.constant({ kind: "variable", name });
  const binary = (
    operators: readonly Operator[],
    left: fc.Arbitrary<Tree>,
    right: fc.Arbitrary<Tree> = left,
  ): fc.Arbitrary<Tree> =>
    fc.record({ kind: fc.constant("binary" as const), operator: fc.constantFrom(...operators), left, right });

  const step = (axis: Axis, test: Test, predicates: readonly Tree[] = []): TestStep => ({
    axis,
    test,
    predicates,
    long: false,
  });
  const nameTest = fc
    .constantFrom(...often, ...often, ...words.elements)
    .map((name): Test => ({ kind: "name", name }));
  const anyNode: Test = { kind: "type", type: "node" };
  /** Paths that the compiler reads without making nodes: `a/b`, `.`, `./a`. */
  const plain = fc
    .array(
      fc.oneof(
        { weight: 6, arbitrary: nameTest.map((test) => step("child", test)) },
        fc.constant(step("self", anyNode)),
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    )
    .map((steps): Tree => ({ kind: "path", start: "context", steps }));

  const tied = fc.letrec<{
    start: "context" | "root" | Tree;
    any: Tree;
    nodes: Tree;
    number: Tree;
    string: Tree;
    boolean: Tree;
    predicate: Tree;
    step: TestStep;
  }>((tie) => {
    const nodes = tie("nodes");
    const any = tie("any");
    const steps = fc.array(tie("step"), { minLength: 1, maxLength: 3 });
    /** `//a[1]` */
    const anywhere = fc
      .tuple(nameTest, fc.array(tie("predicate"), { maxLength: 1 }), fc.array(tie("step"), { maxLength: 1 }))
      .map(([test, predicates, rest]) => [
        step("descendant-or-self", anyNode),
        step("child", test, predicates),
        ...rest,
      ]);
    const path = fc.oneof(
      { weight: 5, arbitrary: steps.map((list): Tree => ({ kind: "path", start: "context", steps: list })) },
      { weight: 4, arbitrary: plain },
      {
        weight: 2,
        arbitrary: fc
          .tuple(tie("start"), anywhere)
          .map(([start, list]): Tree => ({ kind: "path", start, steps: list })),
      },
      { weight: 2, arbitrary: steps.map((list): Tree => ({ kind: "path", start: "root", steps: list })) },
      { weight: 1, arbitrary: fc.constant<Tree>({ kind: "path", start: "root", steps: [] }) },
    );
    return {
      start: fc.oneof(options, fc.constant("root" as const), fc.constant("context" as const), nodes),
      any: fc.oneof(options, path, nodes, tie("number"), tie("string"), tie("boolean")),
      nodes: fc.oneof(
        options,
        path,
        variable("nodes"),
        variable("unset"),
        path,
        binary(["|"], nodes),
        fc.record({
          kind: fc.constant("filter" as const),
          primary: nodes,
          predicates: fc.array(tie("predicate"), { minLength: 1, maxLength: 2 }),
        }),
        fc.record({ kind: fc.constant("path" as const), start: nodes, steps }),
        fc.record({ kind: fc.constant("path" as const), start: plain, steps }),
        fc.record({ kind: fc.constant("path" as const), start: fc.oneof(plain, path), steps }),
        ...(words.isXml ? [call("id", any)] : []),
      ),
      step: axis.chain((axis) =>
        fc.record({
          axis: fc.constant(axis),
          test: test(axis),
          predicates: fc.oneof(
            { weight: 3, arbitrary: fc.constant([]) },
            { weight: 1, arbitrary: fc.array(tie("predicate"), { minLength: 1, maxLength: 2 }) },
          ),
          long: fc.boolean(),
        }),
      ),
      predicate: fc.oneof(
        options,
        position,
        number.map((text): Tree => ({ kind: "number", text })),
        position,
        call("last"),
        any,
        binary(["=", "!=", "<", ">="], call("position"), tie("number")),
      ),
      number: fc.oneof(
        options,
        number.map((text): Tree => ({ kind: "number", text })),
        variable("number"),
        call("position"),
        call("last"),
        call("string-length"),
        call("number"),
        call("count", nodes),
        call("sum", nodes),
        call("number", any),
        call("floor", any),
        call("ceiling", any),
        call("round", any),
        call("string-length", any),
        any.map((operand): Tree => ({ kind: "negate", operand })),
        binary(["+", "-", "*", "div", "mod"], any),
      ),
      string: fc.oneof(
        options,
        literal.map((value): Tree => ({ kind: "literal", value })),
        variable("string"),
        call("name"),
        call("local-name"),
        call("namespace-uri"),
        call("string"),
        call("normalize-space"),
        call("string", any),
        call("name", nodes),
        call("local-name", nodes),
        call("namespace-uri", nodes),
        call("concat", any, any),
        call("concat", any, any, any),
        call("substring-before", any, any),
        call("substring-after", any, any),
        call("substring", any, tie("number")),
        call("substring", any, any, tie("number")),
        call("normalize-space", any),
        call("translate", any, any, any),
      ),
      boolean: fc.oneof(
        options,
        call("true"),
        call("false"),
        variable("boolean"),
        binary(["=", "!=", "<", "<=", ">", ">="], any),
        binary(["=", "!=", "<", "<=", ">", ">="], nodes, any),
        binary(["or", "and"], any),
        call("not", any),
        call("boolean", any),
        call("starts-with", any, any),
        call("contains", any, any),
        call("lang", any),
      ),
    };
  });
  return { any: tied.any, nodes: tied.nodes };
}

const levels: Readonly<Record<Operator, number>> = {
  or: 1,
  and: 2,
  "=": 3,
  "!=": 3,
  "<": 4,
  "<=": 4,
  ">": 4,
  ">=": 4,
  "+": 5,
  "-": 5,
  "*": 6,
  div: 6,
  mod: 6,
  "|": 8,
};
const UNARY = 7;
const PATH = 9;
const PRIMARY = 10;

/** The expression as a flow would have it, with no parentheses but the necessary ones. */
export function render(tree: Tree): string {
  switch (tree.kind) {
    case "number":
      return tree.text;
    case "literal":
      return tree.value.includes('"') ? `'${tree.value}'` : `"${tree.value}"`;
    case "variable":
      return `$${tree.name}`;
    case "negate":
      return `-${renderAt(tree.operand, UNARY)}`;
    case "binary": {
      const level = levels[tree.operator];
      const space = tree.operator === "|" ? "" : " ";
      return `${renderAt(tree.left, level)}${space}${tree.operator}${space}${renderAt(tree.right, level + 1)}`;
    }
    case "call":
      return `${tree.name}(${tree.arguments.map(render).join(", ")})`;
    case "filter":
      return `${renderAt(tree.primary, PRIMARY)}${tree.predicates.map(renderPredicate).join("")}`;
    case "path":
      return renderPath(tree);
    default:
      return tree satisfies never;
  }
}

function renderAt(tree: Tree, level: number): string {
  return levelOf(tree) < level ? `(${render(tree)})` : render(tree);
}

function levelOf(tree: Tree): number {
  switch (tree.kind) {
    case "binary":
      return levels[tree.operator];
    case "negate":
      return UNARY;
    case "path":
    case "filter":
      return PATH;
    default:
      return PRIMARY;
  }
}

const renderPredicate = (tree: Tree) => `[${render(tree)}]`;

function renderPath({ start, steps }: Extract<Tree, { kind: "path" }>): string {
  if (start === "root" && steps.length === 0) return "(/)";
  let text = "";
  let separator = start === "context" ? "" : "/";
  if (typeof start !== "string") text = start.kind === "filter" ? render(start) : renderAt(start, PRIMARY);
  steps.forEach((step, index) => {
    const isInside = index < steps.length - 1 && (text !== "" || separator !== "");
    if (isInside && !step.long && isAnyNode(step, "descendant-or-self")) {
      separator = separator === "//" ? "//./" : "//";
      // `//` twice in a row needs a step between.
      if (separator === "//./") {
        text += "//descendant-or-self::node()";
        separator = "/";
      }
      return;
    }
    text += `${separator}${renderStep(step)}`;
    separator = "/";
  });
  return text;
}

const isAnyNode = ({ axis, test, predicates }: TestStep, wanted: Axis): boolean =>
  axis === wanted && test.kind === "type" && test.type === "node" && predicates.length === 0;

function renderStep(step: TestStep): string {
  const { axis, test, predicates, long } = step;
  if (!long && isAnyNode(step, "self")) return ".";
  if (!long && isAnyNode(step, "parent")) return "..";
  const prefix =
    long || (axis !== "child" && axis !== "attribute") ? `${axis}::` : axis === "child" ? "" : "@";
  return `${prefix}${renderTest(test)}${predicates.map(renderPredicate).join("")}`;
}

function renderTest(test: Test): string {
  switch (test.kind) {
    case "name":
      return test.name;
    case "type":
      return `${test.type}()`;
    default:
      return `processing-instruction(${test.target === undefined ? "" : `'${test.target}'`})`;
  }
}

/** Returns true if something in the expression is as `matches` says. */
export function mentions(tree: Tree, matches: (one: Tree | TestStep) => boolean): boolean {
  if (matches(tree)) return true;
  return partsOf(tree).some((part) =>
    "axis" in part
      ? matches(part) || part.predicates.some((each) => mentions(each, matches))
      : mentions(part, matches),
  );
}

function partsOf(tree: Tree): readonly (Tree | TestStep)[] {
  switch (tree.kind) {
    case "negate":
      return [tree.operand];
    case "binary":
      return [tree.left, tree.right];
    case "call":
      return tree.arguments;
    case "filter":
      return [tree.primary, ...tree.predicates];
    case "path":
      return typeof tree.start === "string" ? tree.steps : [tree.start, ...tree.steps];
    default:
      return [];
  }
}
