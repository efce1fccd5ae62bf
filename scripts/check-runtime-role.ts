import { setTimeout as sleep } from 'node:timers/promises'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { findRoleFaults } from '#lib/core/role-faults.ts'

/**
 * Ends this process (web or worker) if its database role has privileges with which it could switch off the protection
 * of the ledger. If ALLOW_OWNER_ROLE is set, only logs a warning.
 */
async function check(): Promise<void> {
  const faults = await findRoleFaults(db())
  if (faults.length === 0) return
  if (env().ALLOW_OWNER_ROLE) return log.warn('DATABASE_URL names a role with too many rights', { faults })
  log.error('DATABASE_URL names a role with too many rights: migrate with MIGRATE_DATABASE_URL makes another', {
    faults,
  })
  process.exit(1)
}

/**
 * Calls `check`, and returns undefined. If the database can't be used, returns the reason, and logs it unless it equals
 * `logged`, the reason that was logged last.
 */
async function tryToCheck(logged?: string): Promise<string | undefined> {
  try {
    await check()
    return undefined
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (reason !== logged) log.warn('the database cannot be used', { reason })
    return reason
  }
}

/**
 * Checks the database role of this process. If the database can't be used, doesn't wait but repeats the check every
 * second until it can be used; web answers requests meanwhile, with an error. `logged` is the reason that was logged
 * last.
 */
export async function checkRuntimeRole(logged?: string): Promise<void> {
  const reason = await tryToCheck(logged)
  if (reason !== undefined) setTimeout(checkRuntimeRole, 1_000, reason).unref()
}

/**
 * Checks the database role of this process. If the database can't be used, waits and repeats the check every second.
 */
export async function waitForRuntimeRole(): Promise<void> {
  for (let reason = await tryToCheck(); reason !== undefined; reason = await tryToCheck(reason)) await sleep(1_000)
}
