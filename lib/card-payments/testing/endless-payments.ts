import { db } from '#lib/core/db.ts'
import { startLoop } from '#lib/jobs/loop.ts'
import { checkPayments } from '../check-payments.ts'

// Script of a process that a test kills. Runs the worker's loop for payments with a short pause, and prints a line once
// it has started.

startLoop({ name: 'ask-payments', pause: 20, run: async () => (await checkPayments(db())) > 0 }, db())
process.stdout.write('started\n')
