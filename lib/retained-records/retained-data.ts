import { decrypt } from '#lib/core/crypto.ts'
import type { Db } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { RETAINED_RECORD_PURPOSE } from './archive-member.ts'
import type { RetainedRecord } from './schema.ts'

/** Decrypts the data of a retained record; null if neither AUTH_SECRET nor one of its former values decrypts it. */
export function decryptRecord({ id, data }: { id: number; data: Buffer }): RetainedRecord['data'] {
  try {
    return JSON.parse(decrypt(RETAINED_RECORD_PURPOSE, data))
  } catch {
    log.warn('a retained record could not be opened: was AUTH_SECRET changed?', { id })
    return null
  }
}

/**
 * What a deleted member's charge contained: his name, and the details of the receipt's recipient. Null if the charge
 * has no retained record, or one that can't be decrypted. Only the worker may call this. Staff read records through
 * `readRetainedRecords`, which writes an audit row.
 */
export async function retainedChargeData(db: Db, chargeId: number): Promise<RetainedRecord['data']> {
  const [record] = await db.rows<{ id: number; data: Buffer }>(
    "SELECT id, data FROM retained_records WHERE kind = 'CHARGE' AND ref_id = $1",
    [chargeId],
  )
  return record ? decryptRecord(record) : null
}
