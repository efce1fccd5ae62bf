import { staffActor } from '#lib/audit/actor.ts'
import { call } from '#lib/core/call.ts'
import { readRetainedRecords } from './read-records.ts'
import { recordsReadingInput, retainedRecords } from './schema.ts'

/**
 * Reads retained records. It is a POST although it only reads, because each reading writes an audit row with its
 * reason. The reason may contain personal data, which must not appear in a URL.
 */
export const readRetainedRecordsCall = call({
  method: 'POST',
  path: '/api/admin/retained-records',
  access: 'OWNER',
  reauth: true,
  body: recordsReadingInput,
  answer: retainedRecords,
  run: ({ db, body, ...context }) => readRetainedRecords(db, staffActor(context), body),
})
