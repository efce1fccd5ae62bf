import { db } from '#lib/core/db.ts'
import { settings } from '../queries.ts'

// A test starts this file as a process with its own cache of settings. The process prints FOOTER_COMPANY at its start
// and after each change.
let lastPrinted = ''
setInterval(async () => {
  const { FOOTER_COMPANY } = await settings(db())
  if (FOOTER_COMPANY !== lastPrinted) process.stdout.write(`${FOOTER_COMPANY}\n`)
  lastPrinted = FOOTER_COMPANY
}, 20)
