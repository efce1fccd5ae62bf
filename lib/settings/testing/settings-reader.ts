import { db } from '#lib/core/db.ts'
import { settings } from '../queries.ts'

// Process that a test starts, with its own cache of settings. It prints FOOTER_COMPANY whenever that changes.
let lastPrinted = ''
setInterval(async () => {
  const { FOOTER_COMPANY } = await settings(db())
  if (FOOTER_COMPANY !== lastPrinted) process.stdout.write(`${FOOTER_COMPANY}\n`)
  lastPrinted = FOOTER_COMPANY
}, 20)
