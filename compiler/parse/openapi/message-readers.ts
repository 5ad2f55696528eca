import type { Reporter } from "../../diagnostics/reporter.js";
import type { Files } from "../../source/files.js";
import type { ResponseDescription } from "../../syntax/openapi.js";
import { JsonSchemaReader } from "../schema/json-schema.js";
import { SchemaReader } from "../schema/schema.js";
import { ValueJudge } from "../schema/value-judge.js";
import { type Located, References } from "../yaml/references.js";
import type { YamlFile } from "../yaml/yaml.js";
import { BodyReader } from "./bodies.js";
import { DescriptionChecker } from "./checks/check-description.js";
import { ContractReader } from "./contract.js";
import { CredentialReader } from "./credentials.js";
import { ExampleReader } from "./examples.js";
import { readResponses } from "./responses.js";

/** The readers for the messages of an API description, in all files that it consists of. */
export interface MessageReaders {
  readonly references: References;
  /** The description itself. */
  readonly top: Located;
  readonly bodies: BodyReader;
  readonly schemas: JsonSchemaReader;
  readonly contracts: ContractReader;
  readonly examples: ExampleReader;
  /** The responses of an operation. */
  responses(operation: Located): ReadonlyMap<string, ResponseDescription>;
  /** Checks all of the description, when everything that validates has been read. */
  check(): void;
}

export function messageReaders(file: YamlFile, files: Files, reporter: Reporter): MessageReaders {
  const references = new References(file.silent(), files);
  const top = references.located(file.root);
  const isNew = /^3\.[1-9]/.test(top.get("openapi").string ?? "");
  const schemas = new JsonSchemaReader(isNew ? "2020-12" : "draft-04", reporter);
  const defaults = { consumes: top.find("consumes"), produces: top.find("produces") };
  const judge = new ValueJudge(schemas.dialect);
  return {
    references,
    top,
    bodies: new BodyReader(new SchemaReader()),
    schemas,
    contracts: new ContractReader(schemas, new CredentialReader(top), defaults, reporter),
    examples: new ExampleReader(reporter),
    responses: (operation) => readResponses(operation, defaults.produces, judge),
    check: () => new DescriptionChecker(schemas, judge, reporter).check(top),
  };
}
