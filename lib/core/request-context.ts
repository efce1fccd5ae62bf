import { AsyncLocalStorage } from 'node:async_hooks'
import { singleton } from './singleton.ts'

type RequestContext = { requestId: string }

const storage = () => singleton('request-context', () => new AsyncLocalStorage<RequestContext>())

/**
 * Runs `run` as part of the HTTP request with this id: every line logged by `run`, also after an await and in Next's
 * handlers, has the id. The worker passes the id of the request that queued the job.
 */
export const runInRequest = <T>(requestId: string, run: () => T): T => storage().run({ requestId }, run)

/**
 * Id of the HTTP request that is being answered or, in a job of the worker, that queued the job; undefined if there is
 * none.
 */
export const currentRequestId = (): string | undefined => storage().getStore()?.requestId
