import { db } from '#lib/core/db.ts'
import { sendMessage } from '../send-message.ts'
import { smtpCarrier } from '../smtp-carrier.ts'

// Script that a test kills while it is sending: `node endless-sending.ts <id> <smtp url>`.
const [id, url = ''] = process.argv.slice(2)
await sendMessage(db(), Number(id), { EMAIL: smtpCarrier({ url, from: 'shop@example.com', timeout: 60_000 }) })
