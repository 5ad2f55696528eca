import type { Parameter } from "../../language/function-definition.js";
import type { StaticType } from "../../syntax/static-type.js";

export const of = (...types: StaticType[]): Parameter[] => types.map((type) => ({ type }));

export const optional = (type: StaticType): Parameter => ({ type, occurs: "optional" });

export const repeated = (type: StaticType): Parameter => ({ type, occurs: "repeated" });
