import { db } from '#lib/core/db.ts'
import { settings } from '../queries.ts'

// A process that a test starts, with its separate cache of settings: prints FOOTER_COMPANY whenever it changes.
let lastPrinted = ''
setInterval(async () => {
  const { FOOTER_COMPANY } = await settings(db())
  if (FOOTER_COMPANY !== lastPrinted) process.stdout.write(`${FOOTER_COMPANY}\n`)
  lastPrinted = FOOTER_COMPANY
}, 20)
