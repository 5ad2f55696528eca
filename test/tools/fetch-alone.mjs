/**
 * Where this is loaded first, upstream requests take the way of platforms other than Node: through `fetch`. An agent whose
 * method was replaced is one that somebody has changed, so `fetch` must go on using it.
 */
void globalThis.Response;
const agent = globalThis[Symbol.for("undici.globalDispatcher.1")];
agent.dispatch = agent.dispatch.bind(agent);
