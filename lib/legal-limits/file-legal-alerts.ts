import type { Database, Db } from '#lib/core/db.ts'
import { dropTasks, fileTask } from '#lib/tasks/file-task.ts'
import type { TaskKind } from '#lib/tasks/labels.ts'
import { meterKeys, meterTexts } from './labels.ts'
import { legalMeters, type Meter } from './queries/meters.ts'
import { type AlertLevel, shouldAlertBegin, shouldAlertEnd } from './rules.ts'

const taskKindOf: Record<AlertLevel, TaskKind> = { NEAR: 'LEGAL_NEAR', OVER: 'LEGAL_OVER' }

const subjectOf = ({ key }: Meter) => ({ refType: 'legal-limit', refId: meterKeys.indexOf(key) + 1 }) as const

const dropAlertTask = (tx: Db, meter: Meter, level: AlertLevel) =>
  dropTasks(tx, { kinds: [taskKindOf[level]], ...subjectOf(meter) })

/**
 * Records that a figure has reached this level. Returns true only if it is the first time since the figure last left
 * the level.
 */
const beginAlert = async (tx: Db, { key }: Meter, level: AlertLevel): Promise<boolean> =>
  (
    await tx.rows('INSERT INTO legal_alerts (meter, level) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING meter', [
      key,
      level,
    ])
  ).length > 0

async function endAlert(tx: Db, meter: Meter, level: AlertLevel): Promise<void> {
  await tx.rows('DELETE FROM legal_alerts WHERE meter = $1 AND level = $2', [meter.key, level])
  await dropAlertTask(tx, meter, level)
}

/**
 * Brings the tasks about one figure up to date. Returns the number of tasks filed: at most one, for the higher level.
 */
async function updateAlertTasks(tx: Db, meter: Meter): Promise<number> {
  const begun: AlertLevel[] = []
  for (const level of ['NEAR', 'OVER'] as const) {
    if (shouldAlertEnd(level, meter.percent)) await endAlert(tx, meter, level)
    else if (shouldAlertBegin(level, meter.percent) && (await beginAlert(tx, meter, level))) begun.push(level)
  }
  const level = begun.at(-1)
  if (!level) return 0
  if (level === 'OVER') await dropAlertTask(tx, meter, 'NEAR')
  const detail = { name: meterTexts[meter.key].label, percent: meter.percent }
  await fileTask(tx, { kind: taskKindOf[level], ...subjectOf(meter), detail })
  return 1
}

/**
 * Files a task for each figure that has reached 80 % of its legal limit. When the figure reaches the limit, another
 * task replaces this one. A task is closed when the figure falls more than five percentage points below its threshold,
 * and can only then be filed again (docs/contract.md#legal-limits). Returns the number of tasks filed.
 */
export async function fileLegalAlerts(db: Database): Promise<number> {
  const { meters } = await legalMeters(db)
  return db.transaction(async (tx) => {
    let filed = 0
    for (const meter of meters) filed += await updateAlertTasks(tx, meter)
    return filed
  })
}
