/** What a hostile member could slow down: `npm run prove -- hostile`. */
import { proveWebhooks } from './hostile-webhooks.ts'

const held = await proveWebhooks()
process.exit(held ? 0 : 1)
