import type { Database, Db } from '#lib/core/db.ts'
import { dropTasks, fileTask } from '#lib/tasks/file-task.ts'
import type { TaskKind } from '#lib/tasks/labels.ts'
import { meterKeys, meterTexts } from './labels.ts'
import { legalMeters, type Meter } from './queries/meters.ts'
import { type LegalTaskLevel, shouldCloseLegalTask, shouldFileLegalTask } from './rules.ts'

const taskKindOf: Record<LegalTaskLevel, TaskKind> = { NEAR: 'LEGAL_NEAR', OVER: 'LEGAL_OVER' }

const subjectOf = ({ key }: Meter) => ({ refType: 'legal-limit', refId: meterKeys.indexOf(key) + 1 }) as const

const dropLegalTask = (tx: Db, meter: Meter, level: LegalTaskLevel) =>
  dropTasks(tx, { kinds: [taskKindOf[level]], ...subjectOf(meter) })

/**
 * Records that a figure has reached this level. Returns false if this is recorded already, because the figure hasn't
 * left the level since.
 */
const recordLevelReached = async (tx: Db, { key }: Meter, level: LegalTaskLevel): Promise<boolean> =>
  (
    await tx.rows('INSERT INTO legal_alerts (meter, level) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING meter', [
      key,
      level,
    ])
  ).length > 0

async function endLevel(tx: Db, meter: Meter, level: LegalTaskLevel): Promise<void> {
  await tx.rows('DELETE FROM legal_alerts WHERE meter = $1 AND level = $2', [meter.key, level])
  await dropLegalTask(tx, meter, level)
}

/**
 * Brings the tasks about one figure up to date. Returns the number of tasks filed: at most one, for the higher level.
 */
async function updateLegalTasks(tx: Db, meter: Meter): Promise<number> {
  const begun: LegalTaskLevel[] = []
  for (const level of ['NEAR', 'OVER'] as const) {
    if (shouldCloseLegalTask(level, meter.percent)) await endLevel(tx, meter, level)
    else if (shouldFileLegalTask(level, meter.percent) && (await recordLevelReached(tx, meter, level)))
      begun.push(level)
  }
  const level = begun.at(-1)
  if (!level) return 0
  if (level === 'OVER') await dropLegalTask(tx, meter, 'NEAR')
  const detail = { name: meterTexts[meter.key].label, percent: meter.percent }
  await fileTask(tx, { kind: taskKindOf[level], ...subjectOf(meter), detail })
  return 1
}

/**
 * Files a task for each figure that has reached 80 % of its legal limit. When the figure reaches the limit, another
 * task replaces this one. A task is closed when the figure falls more than five percentage points below its threshold,
 * and can only then be filed again (docs/contract.md#legal-limits). Returns the number of tasks filed.
 */
export async function fileLegalLimitTasks(db: Database): Promise<number> {
  const { meters } = await legalMeters(db)
  return db.transaction(async (tx) => {
    let filed = 0
    for (const meter of meters) filed += await updateLegalTasks(tx, meter)
    return filed
  })
}
