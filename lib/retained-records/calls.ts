import { call } from '#lib/core/call.ts'
import { readRetainedRecords } from './read-records.ts'
import { readingInput, retainedRecords } from './schema.ts'

/** A POST, though it changes none of them: every reading writes an audit row, and its reason belongs in no address. */
export const readRetainedRecordsCall = call({
  method: 'POST',
  path: '/api/admin/retained-records',
  access: 'OWNER',
  reauth: true,
  body: readingInput,
  answer: retainedRecords,
  run: ({ db, caller, body, address }) => readRetainedRecords(db, { ...body, actorId: caller.memberId, address }),
})
