import { db } from '#lib/core/db.ts'
import { settings } from '../queries.ts'

// A second process of the shop, with a cache of its own: prints the setting FOOTER_COMPANY whenever it changes.
let lastPrinted = ''
setInterval(async () => {
  const { FOOTER_COMPANY } = await settings(db())
  if (FOOTER_COMPANY !== lastPrinted) process.stdout.write(`${FOOTER_COMPANY}\n`)
  lastPrinted = FOOTER_COMPANY
}, 20)
