import { AsyncLocalStorage } from 'node:async_hooks'
import { singleton } from './singleton.ts'

type RequestContext = { requestId: string }

const storage = () => singleton('request-context', () => new AsyncLocalStorage<RequestContext>())

/**
 * Runs `run` as part of the HTTP request with this id: every line that is logged meanwhile has the id, also after an
 * await and in Next's handlers. The worker uses it too, with the id of the request that queued the job.
 */
export const runInRequest = <T>(requestId: string, run: () => T): T => storage().run({ requestId }, run)

/** Id of the HTTP request that is being answered, or that queued the job that is running. */
export const currentRequestId = (): string | undefined => storage().getStore()?.requestId
