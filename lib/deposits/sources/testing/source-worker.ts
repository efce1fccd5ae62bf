import { db } from '#lib/core/db.ts'
import { startLoop } from '#lib/jobs/loop.ts'
import { matchWaitingDeposits } from '../../match-deposit.ts'
import { askAboutReports } from '../ask-about-reports.ts'
import { pollSources } from '../poll-sources.ts'
import { syncRegistrations } from '../sync-registrations.ts'

// Script of a process that a test kills: runs the worker's loops for the deposit sources, with short pauses. Prints a
// line when it has started.

startLoop({ name: 'sync', pause: 30, run: async () => (await syncRegistrations(db())) > 0 }, db())
startLoop({ name: 'ask', pause: 30, run: async () => (await askAboutReports(db())) > 0 }, db())
startLoop({ name: 'poll', pause: 30, run: async () => (await pollSources(db())) > 0 }, db())
startLoop({ name: 'match', pause: 100, run: async () => (await matchWaitingDeposits(db())) > 0 }, db())
process.stdout.write('started\n')
