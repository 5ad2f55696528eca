import type { StaticType } from "../../syntax/static-type.js";
import type { Parameter } from "../contract/function.js";

export const of = (...types: StaticType[]): Parameter[] => types.map((type) => ({ type }));

export const optional = (type: StaticType): Parameter => ({ type, occurs: "optional" });

export const repeated = (type: StaticType): Parameter => ({ type, occurs: "repeated" });
