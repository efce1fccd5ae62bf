import { chargeStatus } from '#lib/charges/labels.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { type Points, pointsToNumber, wholePoints } from '#lib/money/points.ts'
import { fileTask } from '#lib/tasks/file-task.ts'
import type { DepositOriginKind } from './labels.ts'
import { normalDepositorName } from './rules.ts'
import type { ImportedDeposit } from './schema.ts'
import { type DepositOrigin, storeOrFindDeposit } from './store-deposit.ts'

/** Origin of a deposit that was reported by the hook or a deposit source, not imported by staff. */
type ReportOrigin = Exclude<DepositOrigin, { source: 'IMPORT' }>

/**
 * The stored deposit with the external id of a report. `hasSameName`: its name, or its normalized name, is that of the
 * report. (What counts as a name may have changed since it was stored.)
 */
type KnownDeposit = {
  id: number
  source: DepositOriginKind
  isProved: boolean
  name: string
  hasSameName: boolean
  amount: Points
}

async function lockKnownDeposit(tx: Db, { externalId, name }: ImportedDeposit): Promise<KnownDeposit | undefined> {
  const [known] = await tx.rows<KnownDeposit>(
    `SELECT id, source, is_proved, name, amount, (name = $3 OR normal_name IN ($2, former_name($2))) AS has_same_name
     FROM deposits WHERE external_id = $1 FOR UPDATE`,
    [externalId, normalDepositorName(name), name],
  )
  return known
}

/**
 * Gives an imported deposit, which the bank's signed call has now reported too, the source HOOK and the reported time
 * `at`. If a second person still had to confirm the import, the deposit now waits to be matched. The charges that it
 * paid for become AUTHENTICATED, except a charge for which a deposit of another source paid, too.
 */
async function authenticateImport(tx: Db, { id }: KnownDeposit, at: string): Promise<void> {
  await tx.rows(
    `UPDATE deposits SET source = 'HOOK', at = $2, precision = 'EXACT',
       status = CASE status WHEN 'UNCONFIRMED' THEN 'WAITING' ELSE status END WHERE id = $1`,
    [id, at],
  )
  await tx.rows(
    `UPDATE charges c SET funding = 'AUTHENTICATED'
     WHERE c.status = ${chargeStatus.SUCCESS} AND c.id IN (SELECT charge_id FROM deposits WHERE id = $1
         UNION ALL SELECT charge_id FROM deposit_splits WHERE deposit_id = $1
         UNION ALL SELECT charge_id FROM deposit_merges WHERE deposit_id = $1)
       AND NOT EXISTS (SELECT FROM deposit_merges m JOIN deposits p ON p.id = m.deposit_id
         WHERE m.charge_id = c.id AND p.source <> 'HOOK')`,
    [id],
  )
}

/**
 * Marks an imported deposit that contradicts a report as disputed, and takes its external id from it, so that the
 * report can be stored under this id.
 */
const disputeImport = (tx: Db, { id }: KnownDeposit) =>
  tx.rows(
    "UPDATE deposits SET external_id = 'disputed:' || gen_random_uuid(), disputed_at = now() WHERE id = $1 RETURNING id",
    [id],
  )

/** Marks a deposit that was known only from a webhook as confirmed by its deposit source. It can now be matched. */
const proveDeposit = (tx: Db, { id }: KnownDeposit) =>
  tx.rows('UPDATE deposits SET is_proved = true WHERE id = $1', [id])

/** Stores a report whose external id no other deposit has any more. */
async function storeReport(tx: Db, deposit: ImportedDeposit, origin: ReportOrigin) {
  const { depositId, isNew } = await storeOrFindDeposit(tx, deposit, origin)
  return { depositId, isToBeMatched: isNew, duplicate: !isNew }
}

const fileDifferenceTask = (tx: Db, known: KnownDeposit, { externalId, name, amount }: ImportedDeposit) =>
  fileTask(tx, {
    kind: 'DEPOSIT_DIFFERS',
    refType: 'deposit',
    refId: known.id,
    detail: { externalId, name: known.name, amount: pointsToNumber(known.amount), reported: { name, amount } },
  })

/**
 * Reconciles a report (in a signed call, or by a deposit source) with the stored deposit of the same external id:
 * - If the deposit was imported and agrees with a signed call, it becomes a deposit of the hook (`authenticateImport`).
 * - If it was imported and differs from the report, it is disputed and loses its external id, and the report is stored
 *   as a new deposit.
 * - If it was known only from a deposit source's webhook, and the source now confirms the same data, it becomes proved.
 * - Otherwise it stays as it is.
 *
 * Files a task if report and deposit differ. Returns where the report is now stored, and whether to match that deposit
 * now. `duplicate` is false only if the report was stored as a new deposit.
 */
export const reconcileReport = (db: Database, deposit: ImportedDeposit, origin: ReportOrigin) =>
  db.transaction(async (tx) => {
    // Looks twice, because several reports may contradict the same import at once. The first report takes the external
    // id from the row while the others wait for the row's lock, so the others find no row at their first look. At their
    // second look they find the deposit that the first report has stored. They find none if a second person has refused
    // the import at that moment, which gives up the external id, too: the report is then a new deposit.
    const known = (await lockKnownDeposit(tx, deposit)) ?? (await lockKnownDeposit(tx, deposit))
    if (!known) return storeReport(tx, deposit, origin)
    const agrees = known.hasSameName && known.amount === wholePoints(deposit.amount)
    if (!agrees) await fileDifferenceTask(tx, known, deposit)
    const isProof =
      origin.source === 'CONNECTION' && origin.isProved && known.source === 'CONNECTION' && !known.isProved
    const found = { depositId: known.id, duplicate: true }
    if (agrees && isProof) {
      await proveDeposit(tx, known)
      return { ...found, isToBeMatched: true }
    }
    if (known.source !== 'IMPORT' || (agrees && origin.source === 'CONNECTION'))
      return { ...found, isToBeMatched: false }
    if (agrees) {
      await authenticateImport(tx, known, deposit.at)
      return { ...found, isToBeMatched: true }
    }
    await disputeImport(tx, known)
    return storeReport(tx, deposit, origin)
  })
