import type { Db } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { frozenApiKey } from './errors.ts'

/**
 * Refuses an API key that was deleted or frozen while a request with it was being handled.
 * @throws UNAUTHENTICATED the key was deleted; FORBIDDEN the key was frozen
 */
export async function refuseEndedKey(db: Db, keyId: number): Promise<void> {
  const [key] = await db.rows<{ frozen: boolean }>(
    'SELECT frozen_at IS NOT NULL AS frozen FROM api_keys WHERE id = $1',
    [keyId],
  )
  if (!key) throw new AppError('UNAUTHENTICATED', messages.badKey)
  if (key.frozen) throw frozenApiKey()
}
