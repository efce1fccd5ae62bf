import type { Caller } from './call.ts'
import { sha256 } from './crypto.ts'
import { singleton } from './singleton.ts'

/** Maximum number of API keys whose callers are in memory; the oldest are dropped first. */
const MAX_CALLERS = 50_000

const callersByKey = () => singleton('callers-by-key', () => new Map<string, Caller>())

const hashOf = (key: string): string => sha256(key).toString('base64')

/**
 * Remembers the caller that an API key identified, so that a key over its rate limit can be refused without a query.
 * Use the caller for nothing else: the key may have been revoked since.
 */
export function rememberCaller(key: string, caller: Caller): void {
  const callers = callersByKey()
  const hash = hashOf(key)
  if (!callers.has(hash) && callers.size >= MAX_CALLERS) callers.delete(callers.keys().next().value ?? '')
  callers.set(hash, caller)
}

/** The caller that this API key last identified in this process; undefined if it is not remembered. */
export const rememberedCaller = (key: string): Caller | undefined => callersByKey().get(hashOf(key))
