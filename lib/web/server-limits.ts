/**
 * For how long the web server waits for its clients, in milliseconds. Node.js looks for those that are too slow every
 * `connectionsCheckingInterval`, by default only every 30 s, however short the other times are.
 */
export const serverLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
}
