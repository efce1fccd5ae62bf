/**
 * What strangers can send without anybody else noticing: `npm run prove -- hostile`, after `npm run build`. Each part starts
 * what it needs, prints its figure and answers whether it held.
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
