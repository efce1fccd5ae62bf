import { db } from '#lib/core/db.ts'
import { startLoop } from '#lib/jobs/loop.ts'
import { checkPayments } from '../check-payments.ts'

// Script of a process that a test kills: runs the worker's loop of payments with a short pause. Prints a line when it
// has started.

startLoop({ name: 'ask-payments', pause: 20, run: async () => (await checkPayments(db())) > 0 }, db())
process.stdout.write('started\n')
