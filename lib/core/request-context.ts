import { AsyncLocalStorage } from 'node:async_hooks'
import { singleton } from './singleton.ts'

type RequestContext = { requestId: string }

const storage = () => singleton('request-context', () => new AsyncLocalStorage<RequestContext>())

/**
 * Runs `run` as part of the request with this id: every line that is logged meanwhile has it, also after an await, in
 * Next's handlers, and in a job that the request queued with it.
 */
export const runInRequest = <T>(requestId: string, run: () => T): T => storage().run({ requestId }, run)

/** Id of the request that is being answered, or that queued the job under way. */
export const currentRequestId = (): string | undefined => storage().getStore()?.requestId
