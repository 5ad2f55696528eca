/**
 * Where this is loaded first, upstream requests take the way of platforms other than Node: through `fetch`, which Node takes
 * itself for the proxies of the environment.
 */
process.env.NODE_USE_ENV_PROXY = "1";
