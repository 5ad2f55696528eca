import { $, array, call, quote } from "../../code/code.js";
import type { ActionDefinition, ActionParser } from "../../language/action-definition.js";
import type { Action } from "../../syntax/flow.js";
import type { XmlElement } from "../../syntax/xml.js";
import { endWith } from "./sub-flow.js";

interface AuthNode extends Action {
  readonly element: "auth";
  readonly users: readonly User[];
}

interface User {
  readonly name: string;
  readonly password: string;
}

/** `<auth>`: lets only the users that it lists pass, by HTTP Basic authentication (RFC 7617). */
export const authAction: ActionDefinition<AuthNode> = {
  element: "auth",
  attributes: [],
  children: { user: ["name", "pass"] },

  parse(element, parser) {
    parser.noText(element);
    const users = new Map<string, User>();
    for (const child of element.children) {
      const user = readUser(child, parser);
      if (user === undefined) continue;
      if (users.has(user.name)) parser.reporter.report(child.span, "authUserTwice", { name: user.name });
      else users.set(user.name, user);
    }
    if (element.children.length === 0) parser.reporter.report(element.nameSpan, "authWithoutUsers");
    return { users: [...users.values()] };
  },

  facts: () => ({ waits: true, ends: "maybe-request" }),

  generate({ users }, generator) {
    const list = array(users.map(({ name, password }) => array([quote(name), quote(password)])));
    return [endWith(call(generator.use("authenticate"), [$, list]), true, generator.use)];
  },
};

function readUser(element: XmlElement, parser: ActionParser): User | undefined {
  parser.noText(element);
  const name = parser.attribute(element, "name");
  const pass = parser.required(element, "pass");
  if (pass === undefined) return undefined;
  const password = pass.value.text;
  if (password === "") parser.reporter.report(pass.value.span(0, 0), "authEmptyPassword");
  return { name: name?.value.text ?? "", password };
}
