import { sendDocuments } from '#lib/receipts/issuing/send-documents.ts'
import type { Loop } from './loop.ts'

/** Issues receipts with the connected service that an OWNER switched on, and corrects them. */
export const issueReceiptsLoop: Loop = {
  name: 'issue-receipts',
  pause: 5_000,
  run: async (db) => (await sendDocuments(db)) > 0,
}
