import type { Ajv, CodeKeywordDefinition, KeywordCxt, KeywordErrorDefinition } from "ajv";
import type { Dialect } from "../../syntax/contract.js";

/**
 * Replaces keywords of Ajv that misjudge values, or whose cost grows faster than the value.
 * @param tracks true if some schema asks which members and items others have evaluated
 */
export async function replaceKeywords(ajv: Ajv, dialect: Dialect, tracks: boolean): Promise<Ajv> {
  replace(ajv, [await uniqueItems(), await multipleOf()]);
  if (dialect === "draft-04" || !tracks) return ajv;
  const { Name } = await import("ajv");
  const { evaluatedPropsToName } = await import("ajv/dist/compile/util.js");
  // Ajv takes what an alternative has evaluated for evaluated even if it does not match, if the alternative is the first
  // to evaluate something, and which members these are is only known at run time.
  const start = ({ gen, it, keyword }: KeywordCxt) => {
    if (!(it.props instanceof Name) && it.props !== true) it.props = evaluatedPropsToName(gen, it.props);
    if (keyword === "dependentSchemas") return;
    if (!(it.items instanceof Name) && it.items !== true) it.items = gen.var("items", it.items ?? 0);
  };
  const alternatives = ["anyOf", "oneOf", "dependentSchemas"].map((keyword) => definitionOf(ajv, keyword));
  replace(ajv, [await patternProperties(ajv)]);
  replace(
    ajv,
    [...alternatives, await condition()].map((definition) => ({
      ...definition,
      code(cxt, ruleType) {
        start(cxt);
        const { items } = cxt.it;
        definition.code(cxt, ruleType);
        // The code of this one only runs for objects, and would leave nothing for arrays.
        if (definition.keyword === "dependentSchemas") cxt.it.items = items;
      },
    })),
  );
  // These have to come last, as they ask what all others have evaluated.
  return replace(ajv, [await unevaluatedItems(), definitionOf(ajv, "unevaluatedProperties")]);
}

function definitionOf(ajv: Ajv, keyword: string): CodeKeywordDefinition {
  return ajv.getKeyword(keyword) as CodeKeywordDefinition;
}

/** Ajv's own keyword adds names to what is evaluated, and fails if that is `true`, for all names. */
async function patternProperties(ajv: Ajv): Promise<CodeKeywordDefinition> {
  const { Name } = await import("ajv");
  const { mergeEvaluated } = await import("ajv/dist/compile/util.js");
  const definition = definitionOf(ajv, "patternProperties");
  return {
    ...definition,
    code(cxt) {
      const { gen, it } = cxt;
      const before = it.props;
      if (!(before instanceof Name)) return definition.code(cxt);
      it.props = undefined;
      definition.code(cxt);
      it.props = it.props === undefined ? before : mergeEvaluated.props(gen, it.props, before, Name);
    },
  };
}

function replace(ajv: Ajv, keywords: readonly CodeKeywordDefinition[]): Ajv {
  for (const keyword of keywords) ajv.removeKeyword(String(keyword.keyword)).addKeyword(keyword);
  return ajv;
}

/** Ajv's own keyword compares each item with every other one. */
async function uniqueItems(): Promise<CodeKeywordDefinition> {
  const { _, Name } = await import("ajv");
  return {
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    code(cxt) {
      if (cxt.schema === true) cxt.fail(_`!${new Name("uniqueItems")}(${cxt.data})`);
    },
  };
}

/** Ajv's own keyword divides, which is not exact. */
async function multipleOf(): Promise<CodeKeywordDefinition> {
  const { _, Name } = await import("ajv");
  const error: KeywordErrorDefinition = {
    message: "must be a multiple",
    params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}`,
  };
  return {
    keyword: "multipleOf",
    type: "number",
    schemaType: "number",
    error,
    code(cxt) {
      cxt.fail(_`!${new Name("isMultipleOf")}(${cxt.data}, ${cxt.schemaCode})`);
    },
  };
}

/**
 * Ajv's own keyword takes the number of items that other keywords have looked at for a number always. If it is only
 * known at run time, it can be `true`, for all of them.
 */
async function unevaluatedItems(): Promise<CodeKeywordDefinition> {
  const { _, not, or } = await import("ajv/dist/compile/codegen/index.js");
  const { alwaysValidSchema, Type } = await import("ajv/dist/compile/util.js");
  const error: KeywordErrorDefinition = {
    message: "must not have more items",
    params: ({ params: { len } }) => _`{limit: ${len}}`,
  };
  return {
    keyword: "unevaluatedItems",
    type: "array",
    schemaType: ["boolean", "object"],
    error,
    code(cxt) {
      const { gen, schema, data, it } = cxt;
      const items = it.items ?? 0;
      if (items === true) return;
      const length = gen.const("len", _`${data}.length`);
      const isAll =
        typeof items === "number"
          ? _`${length} <= ${items}`
          : or(_`${items} === true`, _`${length} <= (${items} || 0)`);
      if (schema === false) {
        cxt.setParams({ len: _`${items} || 0` });
        cxt.fail(not(isAll));
      } else if (!alwaysValidSchema(it, schema)) {
        const valid = gen.var("valid", isAll);
        gen.if(not(valid), () => {
          gen.forRange("i", typeof items === "number" ? items : _`${items} || 0`, length, (index) => {
            cxt.subschema({ keyword: "unevaluatedItems", dataProp: index, dataPropType: Type.Num }, valid);
            if (!it.allErrors) gen.if(not(valid), () => gen.break());
          });
        });
        cxt.ok(valid);
      }
      it.items = true;
    },
  };
}

/**
 * Ajv's own keyword takes what `if` looks at for evaluated even if its schema does not match, and does nothing without
 * `then` and `else`.
 */
async function condition(): Promise<CodeKeywordDefinition> {
  const { not } = await import("ajv/dist/compile/codegen/index.js");
  const { alwaysValidSchema } = await import("ajv/dist/compile/util.js");
  return {
    keyword: "if",
    schemaType: ["object", "boolean"],
    trackErrors: true,
    code(cxt) {
      const { gen, it } = cxt;
      const [hasThen, hasElse] = ["then", "else"].map((name) => {
        const schema = it.schema[name];
        return schema !== undefined && !alwaysValidSchema(it, schema);
      });
      const valid = gen.let("valid", true);
      const matches = gen.name("_valid");
      const test = { keyword: "if", compositeRule: true, createErrors: false, allErrors: false } as const;
      cxt.mergeValidEvaluated(cxt.subschema(test, matches), matches);
      cxt.reset();
      const branch = (keyword: string) => () => {
        const schema = cxt.subschema({ keyword }, matches);
        gen.assign(valid, matches);
        cxt.mergeValidEvaluated(schema, valid);
      };
      if (hasThen && hasElse) gen.if(matches, branch("then"), branch("else"));
      else if (hasThen) gen.if(matches, branch("then"));
      else if (hasElse) gen.if(not(matches), branch("else"));
      cxt.pass(valid, () => cxt.error(true));
    },
  };
}
