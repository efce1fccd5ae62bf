/**
 * Tests that hostile input of some users doesn't slow the shop down for others: `npm run prove -- hostile`.
 * Each part starts the processes it needs, prints its figures and returns true if it passed.
 */
import { proveLongTexts } from './hostile-texts.ts'
import { proveCreditsDespiteSlowWebhooks } from './hostile-webhooks.ts'

const proofs: Record<string, () => Promise<boolean>> = {
  'slow webhooks': proveCreditsDespiteSlowWebhooks,
  'long texts': proveLongTexts,
}

let allPassed = true
for (const [name, run] of Object.entries(proofs)) {
  const ok = await run()
  console.log(`${ok ? '✓' : '✗'} ${name}`)
  allPassed &&= ok
}
process.exit(allPassed ? 0 : 1)
