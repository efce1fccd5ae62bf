import type { z } from 'zod'
import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { refuseBroken } from '#lib/core/form-errors.ts'
import { keysetPage } from '#lib/core/keyset.ts'
import { noRetainedRecords, recordReadingRules } from './errors.ts'
import type { RecordKind } from './labels.ts'
import { decryptRecord } from './retained-data.ts'
import type { RetainedRecord, RetainedRecords, recordsReadingInput } from './schema.ts'

type RecordsReading = z.output<typeof recordsReadingInput>

type Row = { id: number; kind: RecordKind; refId: number; data: Buffer; recordedAt: Date; keepUntil: Date }

const toRecord = (row: Row): RetainedRecord => ({
  id: row.id,
  kind: row.kind,
  refId: row.refId,
  recordedAt: row.recordedAt.toISOString(),
  keepUntil: row.keepUntil.toISOString(),
  data: decryptRecord(row),
})

/** Id of the deleted member with this id or this former login id; null if there is none. */
async function formerMember(tx: Db, { memberNo, memberId }: RecordsReading): Promise<number | null> {
  const [found] = await tx.rows<{ memberId: number }>(
    `SELECT member_id FROM retired_login_ids
     WHERE member_id = $1 OR ($1::int IS NULL AND digest = sha256(convert_to(lower($2), 'UTF8')))`,
    [memberNo ?? null, memberId?.trim() ?? ''],
  )
  return found?.memberId ?? null
}

/**
 * Reads one page of a deleted member's retained records, newest first. Each page writes an audit row with the reason,
 * in the same transaction.
 * @throws BAD_INPUT neither an id nor a login id is given, or the reason is missing or too long; NOT_FOUND no deleted
 * member has this id or had this login id
 */
export function readRetainedRecords(
  db: Database,
  actor: StaffActor,
  reading: RecordsReading,
): Promise<RetainedRecords> {
  const reason = reading.reason.trim()
  refuseBroken(recordReadingRules({ who: String(reading.memberNo ?? reading.memberId?.trim() ?? ''), reason }))
  return db.transaction(async (tx) => {
    const memberNo = await formerMember(tx, reading)
    if (memberNo === null) throw noRetainedRecords()
    const { size, cursor } = reading
    const rows = await tx.rows<Row>(
      `SELECT id, kind, ref_id, data, recorded_at, keep_until FROM retained_records
       WHERE member_id = $1 AND ($2::int IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
      [memberNo, cursor ?? null, size + 1],
    )
    const { total } = await oneRow<{ total: number }>(
      tx,
      'SELECT count(*)::int AS total FROM retained_records WHERE member_id = $1',
      [memberNo],
    )
    await recordAudit(tx, actor, {
      action: 'retained-records.read',
      subjectType: 'member',
      subjectId: memberNo,
      after: { records: Math.min(rows.length, size), before: cursor ?? null },
      reason,
    })
    return { memberNo, ...keysetPage(rows, { size, total }, toRecord) }
  })
}
