import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Call } from '#lib/core/call.ts'
import { fromNode } from '#lib/core/call-request.ts'
import { db } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { errorAnswer } from '#lib/core/http-answer.ts'
import { answerCall, type CallAnswer } from '#lib/core/pipeline.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { callTable } from './call-table.ts'
import { securityHeaders } from './content-security-policy.ts'
import { identify } from './identify.ts'
import { registry, resellerCalls } from './registry.ts'

const resellers = callTable(resellerCalls)
const all = callTable(registry)

/** Paths under which nothing but calls lives, and the pages among them (decisions 6, 7). */
const callPaths = /^\/(auth|service|services|status|hooks|orders|order|api\/admin|api\/v2)(\/|$)/
const pages = /^\/(order|auth\/naver|auth\/kakao)$/

const fixedHeaders = { ...Object.fromEntries(securityHeaders), 'content-type': 'application/json; charset=utf-8' }

/** Writes an answer. A text goes out in one write with its head: two writes would cost a call a fifth of its time. */
function send(response: ServerResponse, { status, headers, body }: CallAnswer): void {
  const length = status !== 304 && { 'content-length': Buffer.byteLength(body) }
  response.writeHead(status, { ...fixedHeaders, ...headers, ...length })
  response.end(status === 304 ? undefined : body)
}

const brokenEscape = (path: string): boolean => {
  try {
    decodeURIComponent(path)
    return false
  } catch {
    return true
  }
}

async function answer(call: Call, request: IncomingMessage, response: ServerResponse, address: string): Promise<void> {
  send(response, await answerCall(call, fromNode(request, address), db(), identify))
}

function refusal(method: string, path: string): CallAnswer | null {
  if (brokenEscape(path)) return errorAnswer(new AppError('BAD_INPUT', messages.badPath))
  const isRead = method === 'GET' || method === 'HEAD'
  if (!callPaths.test(path) || (pages.test(path) && isRead)) return null
  const found = all(method === 'HEAD' ? 'GET' : method, path)
  if (!found) return errorAnswer(new AppError('NOT_FOUND', messages.notFound))
  if ('call' in found) return null
  return errorAnswer(new AppError('METHOD_NOT_ALLOWED', messages.methodNotAllowed), { allow: found.allowed.join(', ') })
}

/**
 * Answers what needn't or mustn't reach Next: the resellers' calls, from the declarations their route files serve, and
 * what Next would answer wrongly. False when the request is Next's.
 */
export function answerBeforeNext(request: IncomingMessage, response: ServerResponse, address: string): boolean {
  const url = request.url ?? '/'
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  const method = request.method ?? 'GET'
  const found = resellers(method, path)
  if (found && 'call' in found) {
    void answer(found.call, request, response, address)
    return true
  }
  const refused = refusal(method, path)
  if (refused) send(response, refused)
  return refused !== null
}
