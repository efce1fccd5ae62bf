declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  /** Compresses what is written to the response from here on, as far as its type and the client allow. */
  export default function compression(): (request: IncomingMessage, response: ServerResponse, next: () => void) => void
}
