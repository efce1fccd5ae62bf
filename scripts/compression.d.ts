declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  /** Middleware that compresses the rest of the response, if its type and the client allow it. */
  export default function compression(): (request: IncomingMessage, response: ServerResponse, next: () => void) => void
}
