import { createMandatoryReceipts } from '#lib/receipts/create-mandatory-receipts.ts'
import { sendDocuments } from '#lib/receipts/issuing/send-documents.ts'
import type { Loop } from './loop.ts'

/**
 * Creates the cash receipts that the law requires although the member asked for none, if the setting
 * ISSUE_MANDATORY_RECEIPTS is on. Issues and corrects receipts through the connected service that an OWNER has switched
 * on.
 */
export const issueReceiptsLoop: Loop = {
  name: 'issue-receipts',
  pause: 5_000,
  run: async (db) => {
    await createMandatoryReceipts(db)
    return (await sendDocuments(db)) > 0
  },
}
