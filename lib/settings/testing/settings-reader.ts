import { db } from '#lib/core/db.ts'
import { settings } from '../queries.ts'

// Run as another process of the shop: writes the company's name, as its cache has it, whenever that is another one.
let last = ''
setInterval(async () => {
  const { FOOTER_COMPANY } = await settings(db())
  if (FOOTER_COMPANY !== last) process.stdout.write(`${FOOTER_COMPANY}\n`)
  last = FOOTER_COMPANY
}, 20)
