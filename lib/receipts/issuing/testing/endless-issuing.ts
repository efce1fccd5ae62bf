import { db } from '#lib/core/db.ts'
import { startLoop } from '#lib/jobs/loop.ts'
import { sendDocuments } from '../send-documents.ts'

// Script of a process that a test kills. Runs the worker's loop with short pauses, and prints a line once it has
// started.

startLoop({ name: 'issue', pause: 30, run: async () => (await sendDocuments(db())) > 0 }, db())
process.stdout.write('started\n')
