import type { Call, Caller } from '../call.ts'
import { db } from '../db.ts'
import { answerCall } from '../pipeline.ts'

type RequestOptions = {
  path?: string
  search?: string
  headers?: Record<string, string>
  body?: unknown
  caller?: Caller | null
}

/**
 * Answers a request to a call by the pipeline, without a socket, as if `caller` had made it (null: nobody). Returns the
 * response; `json` is its parsed body, if the body is text.
 */
export async function ask(call: Call, { path, search, headers = {}, body, caller = null }: RequestOptions = {}) {
  const allHeaders: Record<string, string> = {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  }
  const request = {
    method: call.method,
    path: path ?? call.path,
    search: search ?? '',
    header: (name: string) => allHeaders[name],
    body: async () => Buffer.from(JSON.stringify(body) ?? ''),
    address: '127.0.0.1',
  }
  const answer = await answerCall(call, request, db(), async () => caller)
  const json = typeof answer.body === 'string' && answer.body !== '' ? JSON.parse(answer.body) : null
  return { ...answer, json }
}
