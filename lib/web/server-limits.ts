/**
 * How long the web server waits for its clients, in milliseconds. Node.js looks for too slow clients only once per
 * `connectionsCheckingInterval` (30 s by default), however short the other times are.
 */
export const serverLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
}
