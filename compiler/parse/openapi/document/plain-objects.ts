import { list, map, object, type Read, text } from "./fields.js";

/** Objects that are the same in Swagger 2.0 and in OpenAPI 3. */

export const externalDocs: Read = object({ description: text, url: text }, ["url"]);

const license: Read = (located) => {
  const { identifier, ...others } = (object(licenseFields, ["name"])(located) ?? {}) as Record<
    string,
    string
  >;
  if (others.name === undefined) return undefined;
  // Only one of the two is allowed.
  return identifier === undefined || others.url !== undefined ? others : { ...others, identifier };
};

const licenseFields = { name: text, identifier: text, url: text };

const infoFields = {
  title: text,
  summary: text,
  description: text,
  termsOfService: text,
  contact: object({ name: text, url: text, email: text }),
  license,
  version: text,
};

/** Facts about the API as a whole; a title and a version are needed. */
export const info: Read = (located) => ({
  title: "API",
  version: "0",
  ...((object(infoFields)(located) ?? {}) as Record<string, string>),
});

export const tags: Read = list(object({ name: text, description: text, externalDocs }, ["name"]));

/**
 * Alternatives, each with the names of schemes and what is asked of them.
 * @param rename tells what a scheme is called in the document
 */
export const securityOf = (rename: (name: string) => string): Read => list(map(list(text), rename));
