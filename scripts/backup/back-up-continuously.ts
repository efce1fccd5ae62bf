import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { limitRepeats } from '#lib/core/limit-repeats.ts'
import { archiveWal } from './archive-wal.ts'
import { backupHeartbeatFile } from './backup-alive.ts'
import { recordBackupFailure, recordBackupSuccess } from './backup-state.ts'
import { type BaseBackup, listBaseBackups, takeBaseBackup } from './base-backup.ts'
import type { EncryptedStore } from './encrypted-store.ts'
import { expireBackups } from './expire-backups.ts'
import { writeLogLine } from './log-line.ts'
import { hasWalGap } from './wal-gap.ts'

export type ContinuousBackupOptions = {
  url: string
  store: EncryptedStore
  /** Milliseconds between two base backups. */
  baseEvery: number
  /** Milliseconds after which WAL is stored at the latest. */
  walEvery: number
  keepDays: number
  /** Aborting this signal ends the backups. */
  signal: AbortSignal
  /** Called once there is a base backup and WAL is being archived. */
  onReady?(): void
}

/** Milliseconds from a failure until the backup starts again. */
const RETRY_AFTER = 5_000
/** Milliseconds between two records that state until when the archive is complete. */
const REPORT_EVERY = 10_000
/** Milliseconds between two checks of whether a base backup is due. */
const CHECK_EVERY = 60_000
/** Maximum wait between two attempts to make a base backup that is due, in milliseconds. */
const MAX_BASE_PAUSE = 3_600_000

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Makes a base backup, records its outcome for staff, and removes backups that are no longer needed. */
export async function backUpNow(url: string, store: EncryptedStore, keepDays: number): Promise<BaseBackup> {
  try {
    const backup = await takeBaseBackup(url, store)
    await recordBackupSuccess(url, 'BASE', new Date(backup.finishedAt), backup.bytes)
    const removed = await expireBackups(store, keepDays)
    writeLogLine('info', 'base backup', { id: backup.id, bytes: backup.bytes, objects: backup.objects, removed })
    return backup
  } catch (error) {
    await recordBackupFailure(url, 'BASE', textOf(error))
    throw error
  }
}

/**
 * Returns a function that records, at most once every REPORT_EVERY, until when the archive is complete. The record also
 * is a commit, which a restore needs: PostgreSQL recovers up to the first commit after the requested moment, and an
 * idle database makes no other commits.
 */
function walReporter(url: string): (until: Date) => void {
  let reportedAt = Number.NEGATIVE_INFINITY
  return (until) => {
    writeFileSync(backupHeartbeatFile, '')
    // Measures the time since the last record with `performance.now()`: by the system clock, nothing would be recorded
    // for a while after that clock was set back.
    if (performance.now() - reportedAt < REPORT_EVERY) return
    reportedAt = performance.now()
    recordBackupSuccess(url, 'WAL', until).catch((error) =>
      writeLogLine('error', 'the archive was not reported', { error: textOf(error) }),
    )
  }
}

/**
 * True if no base backup began within `baseEvery` milliseconds. Ignores a backup whose time is further than `baseEvery`
 * in the future, which was made while the clock was ahead: otherwise no backup would be made until that time.
 */
export const isBaseDue = (backups: readonly Pick<BaseBackup, 'startedAt'>[], baseEvery: number): boolean =>
  !backups.some(({ startedAt }) => Math.abs(Date.now() - Date.parse(startedAt)) < baseEvery)

/**
 * State of the base backups. `nextTryAt`: when the next one may be tried. `isNeeded`: true if one is needed although
 * the last one is young. `attempt`: the attempt in progress.
 */
type BaseSchedule = { isNeeded: boolean; failures: number; nextTryAt: number; attempt?: Promise<void> | undefined }

/**
 * Makes a base backup if one is due. After a failure WAL is still archived, and the next attempt waits, longer after
 * each failure: each attempt reads the whole database, and a full store is usually still full a minute later.
 */
async function backUpIfDue(
  { url, store, baseEvery, keepDays }: ContinuousBackupOptions,
  schedule: BaseSchedule,
): Promise<void> {
  if (performance.now() < schedule.nextTryAt) return
  if (!schedule.isNeeded && !isBaseDue(await listBaseBackups(store), baseEvery)) return
  try {
    const { systemId } = await backUpNow(url, store, keepDays)
    Object.assign(schedule, { isNeeded: await hasWalGap(store, systemId), failures: 0 })
  } catch (error) {
    schedule.nextTryAt = performance.now() + Math.min(CHECK_EVERY * 2 ** schedule.failures++, MAX_BASE_PAUSE)
    writeLogLine('error', 'the base backup failed and is tried again later', { error: textOf(error) })
  }
}

/** Calls `backUpIfDue`, or returns the attempt in progress, which may have begun before the archive was restarted. */
function attemptOnce(options: ContinuousBackupOptions, schedule: BaseSchedule): Promise<void> {
  schedule.attempt ??= backUpIfDue(options, schedule).finally(() => {
    schedule.attempt = undefined
  })
  // While the archive is restarted nothing awaits the attempt; its rejection must not end the process.
  schedule.attempt.catch(() => undefined)
  return schedule.attempt
}

async function followOnce(options: ContinuousBackupOptions, schedule: BaseSchedule): Promise<void> {
  const { url, store, walEvery, signal, onReady } = options
  const archive = await archiveWal({ url, store, interval: walEvery, onStored: walReporter(url) })
  const failed = archive.ended.then(() => undefined)
  failed.catch(() => undefined)
  // A restore from an older backup would end where WAL is missing.
  schedule.isNeeded ||= archive.needsBase
  let isReady = false
  try {
    while (!signal.aborted) {
      // If the archive fails, this wait ends at once, even while a long base backup is in progress.
      await Promise.race([failed, attemptOnce(options, schedule)])
      if (!isReady && schedule.failures === 0) onReady?.()
      isReady ||= schedule.failures === 0
      await Promise.race([failed, sleep(CHECK_EVERY, undefined, { signal }).catch(() => undefined)])
    }
  } finally {
    await archive.stop().catch(() => undefined)
  }
}

/**
 * Archives WAL, and makes a base backup every `baseEvery` milliseconds, until `signal` is aborted. Starts again after a
 * failure.
 */
export async function backUpContinuously(options: ContinuousBackupOptions): Promise<void> {
  const { url, signal } = options
  const schedule: BaseSchedule = { isNeeded: false, failures: 0, nextTryAt: Number.NEGATIVE_INFINITY }
  const writeFailure = limitRepeats((error, more) =>
    writeLogLine('error', 'the backup failed and begins again', { error: textOf(error), ...(more > 0 && { more }) }),
  )
  while (!signal.aborted) {
    try {
      await followOnce(options, schedule)
    } catch (error) {
      writeFailure(error)
      await recordBackupFailure(url, 'WAL', textOf(error))
      await sleep(RETRY_AFTER, undefined, { signal }).catch(() => undefined)
    }
  }
}
