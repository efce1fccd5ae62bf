import { db } from '#lib/core/db.ts'
import { makeDueRuns } from '../make-run.ts'

// Run as a process that is killed while it works: sweeps again and again, and says so after each that made runs.
for (;;) {
  const made = await makeDueRuns(db())
  if (made > 0) process.stdout.write(`${made}\n`)
  else await new Promise((resolve) => setTimeout(resolve, 5))
}
