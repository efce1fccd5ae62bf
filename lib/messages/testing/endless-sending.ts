import { db } from '#lib/core/db.ts'
import { sendMessage } from '../send-message.ts'
import { smtpCarrier } from '../smtp-carrier.ts'

// Run as a process that is killed while it sends: `node test-endless-sending.ts <id> <smtp url>`.
const [id, url = ''] = process.argv.slice(2)
await sendMessage(db(), Number(id), { EMAIL: smtpCarrier({ url, from: 'shop@example.com', patience: 60_000 }) })
