import { db } from '#lib/core/db.ts'
import { settings } from '../queries.ts'

// Runs as a second process of the shop: prints the company name from its own cache whenever it changes.
let lastPrinted = ''
setInterval(async () => {
  const { FOOTER_COMPANY } = await settings(db())
  if (FOOTER_COMPANY !== lastPrinted) process.stdout.write(`${FOOTER_COMPANY}\n`)
  lastPrinted = FOOTER_COMPANY
}, 20)
