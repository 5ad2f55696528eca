import { requestsOf } from "../../constructs/actions/facts.js";
import type { UpstreamRequest } from "../../language/action-definition.js";
import { append } from "../../source/lists.js";
import type { Action } from "../../syntax/flow.js";
import type { Template } from "../../syntax/template.js";
import type { TemplateFacts } from "../../syntax/template-facts.js";
import { commonSchema, type NodeSchema } from "./schema-finder.js";
import type { UpstreamApis } from "./upstream-apis.js";

/** An upstream request. A field is `undefined` if it is only known at run time. */
interface SentRequest {
  readonly id: string | undefined;
  readonly response: NodeSchema | undefined;
}

/** The schemas of upstream responses. */
export class Responses {
  readonly #requests = new Map<Action, readonly SentRequest[]>();
  readonly #byId = new Map<string, NodeSchema | undefined>();

  constructor(
    actions: readonly Action[],
    /** The IDs of other requests, of whose responses nothing is known. */
    others: readonly (string | null)[],
    private readonly templates: ReadonlyMap<Template, TemplateFacts>,
    private readonly apis: UpstreamApis,
  ) {
    const own = actions.flatMap((action) => {
      const requests = this.#read(action);
      this.#requests.set(action, requests);
      return requests;
    });
    const all = [...own, ...others.map((id) => ({ id: id ?? undefined, response: undefined }))];
    // A request with a computed ID may replace the response of any other one.
    if (all.some(({ id }) => id === undefined)) return;
    const byId = new Map<string, (NodeSchema | undefined)[]>();
    for (const { id = "", response } of all) append(byId, id, response);
    for (const [id, responses] of byId) this.#byId.set(id, commonSchema(responses));
  }

  byId(id: string): NodeSchema | undefined {
    return this.#byId.get(id);
  }

  /** The schema of the response to the first request that an action sends. */
  of(action: Action): NodeSchema | undefined {
    return this.#requests.get(action)?.[0]?.response;
  }

  /** The requests that an action sends. */
  sentBy(action: Action): readonly SentRequest[] {
    return this.#requests.get(action) ?? [];
  }

  #read(action: Action): readonly SentRequest[] {
    return requestsOf(action, this.templates).map((request) => ({
      id: request.id,
      response: this.#response(request),
    }));
  }

  #response({ config, isProxied }: UpstreamRequest): NodeSchema | undefined {
    if (config === undefined) return undefined;
    // A proxied request may go to any operation. But the description is loaded, because validation needs it.
    if (isProxied) this.apis.definition(config);
    const schema = isProxied ? undefined : this.apis.response(config);
    return schema && { kind: "document", schema };
  }
}
