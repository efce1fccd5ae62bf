import type { Caller } from '#lib/core/call.ts'
import { callerOfApiKey } from '../queries.ts'

/** Caller that an API key belongs to, as a program that reads from this machine finds him; null if it is nobody's. */
export const holderOfKey = (key: string): Promise<Caller | null> =>
  callerOfApiKey(key, { address: '127.0.0.1', scope: 'read' })
