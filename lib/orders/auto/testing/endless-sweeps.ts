import { db } from '#lib/core/db.ts'
import { makeDueRuns } from '../make-run.ts'

// Runs in a process that a test kills: makes the due runs of auto orders in an endless loop, and prints their
// number after each sweep that made some.
for (;;) {
  const made = await makeDueRuns(db())
  if (made > 0) process.stdout.write(`${made}\n`)
  else await new Promise((resolve) => setTimeout(resolve, 5))
}
