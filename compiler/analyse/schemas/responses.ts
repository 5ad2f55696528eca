import { objectOf, requestId } from "../../constructs/action-parts/settings.js";
import type { ActionNode } from "../../constructs/actions/index.js";
import type { JsonNode, ObjectNode } from "../../syntax/json-template.js";
import type { Template } from "../../syntax/template.js";
import type { TemplateFacts } from "../templates/index.js";
import { commonSchema, type NodeSchema } from "./schema-finder.js";
import type { UpstreamApis } from "./upstream-apis.js";

/** An upstream request; what is undefined is only known at run time. */
interface SentRequest {
  readonly id: string | undefined;
  readonly response: NodeSchema | undefined;
}

/** What is known of the documents of upstream responses. */
export class Responses {
  readonly #requests = new Map<ActionNode, readonly SentRequest[]>();
  readonly #byId = new Map<string, NodeSchema | undefined>();

  constructor(
    actions: readonly ActionNode[],
    private readonly templates: ReadonlyMap<Template, TemplateFacts>,
    private readonly apis: UpstreamApis,
  ) {
    const all = actions.flatMap((action) => {
      const requests = this.#read(action);
      this.#requests.set(action, requests);
      return requests;
    });
    // It may replace any other one.
    if (all.some(({ id }) => id === undefined)) return;
    const byId = new Map<string, (NodeSchema | undefined)[]>();
    for (const { id = "", response } of all) {
      const responses = byId.get(id);
      if (responses === undefined) byId.set(id, [response]);
      else responses.push(response);
    }
    for (const [id, responses] of byId) this.#byId.set(id, commonSchema(responses));
  }

  byId(id: string): NodeSchema | undefined {
    return this.#byId.get(id);
  }

  /** Of a `<request>`. */
  of(action: ActionNode): NodeSchema | undefined {
    return this.#requests.get(action)?.[0]?.response;
  }

  #read(action: ActionNode): readonly SentRequest[] {
    switch (action.kind) {
      case "request":
        return [this.#request(action.id, this.#objectOf(action.template))];
      case "requests": {
        const { config } = action;
        const requests = config.kind === "template" ? this.#objectOf(config)?.members : undefined;
        if (requests === undefined) return [unknown];
        return requests.map((member) => {
          if (member.kind !== "member" || typeof member.name !== "string") return unknown;
          return { id: member.name, response: this.#response(member.value) };
        });
      }
      case "proxy-request": {
        const config = action.config.kind === "template" ? this.#objectOf(action.config) : action.config;
        if (config !== undefined) this.apis.definition(config);
        return [{ id: "main", response: undefined }];
      }
      default:
        return [];
    }
  }

  #request(ownId: string, config: ObjectNode | undefined): SentRequest {
    if (config === undefined) return unknown;
    return { id: requestId(config, ownId), response: this.#response(config) };
  }

  #response(config: JsonNode): NodeSchema | undefined {
    const schema = config.kind === "object" ? this.apis.response(config) : undefined;
    return schema && { kind: "document", schema };
  }

  #objectOf(template: Template): ObjectNode | undefined {
    return objectOf(this.templates.get(template) ?? { kind: "empty" });
  }
}

const unknown: SentRequest = { id: undefined, response: undefined };
