import { db } from '#lib/core/db.ts'
import { makeDueRuns } from '../make-run.ts'

// A process that a test kills: makes the due runs of auto orders in an endless loop. After each sweep that made at
// least one run it prints how many runs it made.
for (;;) {
  const made = await makeDueRuns(db())
  if (made > 0) process.stdout.write(`${made}\n`)
  else await new Promise((resolve) => setTimeout(resolve, 5))
}
