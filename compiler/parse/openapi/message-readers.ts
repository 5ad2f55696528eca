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
  readonly bodies: BodyReader;
  readonly schemas: JsonSchemaReader;
  readonly contracts: ContractReader;
  readonly examples: ExampleReader;
  /** What an operation says about its responses. */
  responses(operation: Located): ReadonlyMap<string, ResponseDescription>;
  /** Checks all of the description, when everything that validates has been read. */
  check(root: Located): void;
}

export function messageReaders(file: YamlFile, files: Files, reporter: Reporter): MessageReaders {
  const references = new References(file.silent(), files);
  const top = references.members(references.located(file.root));
  const version = top.get("openapi");
  const isNew = /^3\.[1-9]/.test(version?.file.string(version.value) ?? "");
  const schemas = new JsonSchemaReader(references, isNew ? "2020-12" : "draft-04", reporter);
  const defaults = { consumes: top.get("consumes"), produces: top.get("produces") };
  const judge = new ValueJudge(references, schemas.dialect);
  const credentials = new CredentialReader(references, top);
  return {
    references,
    bodies: new BodyReader(references, new SchemaReader(references)),
    schemas,
    contracts: new ContractReader(references, schemas, credentials, defaults, reporter),
    examples: new ExampleReader(references, reporter),
    responses: (operation) => readResponses(operation, defaults.produces, references, judge),
    check: (root) => new DescriptionChecker(references, schemas, reporter).check(root),
  };
}
