import type { Caller } from '#lib/core/call.ts'
import { callerOfApiKey } from '../queries.ts'

/**
 * The caller whom an API key identifies, for a call from 127.0.0.1 that needs the scope `read`; null for an unknown
 * key.
 */
export const callerOfKey = (key: string): Promise<Caller | null> =>
  callerOfApiKey(key, { address: '127.0.0.1', scope: 'read' })
