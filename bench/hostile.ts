/**
 * Tests that hostile input of some users doesn't slow the shop down for others: `npm run prove -- hostile`, after `npm
 * run build`. Each part starts the processes it needs, prints its figures and returns true if it passed.
 */
import { longTexts } from './hostile-texts.ts'
import { proveWebhooks } from './hostile-webhooks.ts'

const parts: Record<string, () => Promise<boolean>> = { 'slow webhooks': proveWebhooks, 'long texts': longTexts }

let held = true
for (const [name, run] of Object.entries(parts)) {
  const ok = await run()
  console.log(`${ok ? '✓' : '✗'} ${name}`)
  held &&= ok
}
process.exit(held ? 0 : 1)
