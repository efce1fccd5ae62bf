import { db } from '#lib/core/db.ts'
import { sendMessage } from '#lib/messages/send-message.ts'
import { chooseCarriers } from '../choose-carriers.ts'
import { noon } from './alerts.ts'

// Script that a test kills while it is sending: `node endless-sending.ts <id>`.
await sendMessage(db(), Number(process.argv[2]), await chooseCarriers(db()), noon)
