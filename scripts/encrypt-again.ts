import { API_KEY_PURPOSE } from '#lib/api-keys/issue-api-key.ts'
import { storeAccountNumberHash } from '#lib/charges/hash-accounts.ts'
import { CASH_REFUND_ACCOUNT_PURPOSE, decryptCashRefundAccount } from '#lib/charges/refund-account.ts'
import { CONNECTION_KEY_PURPOSE } from '#lib/connections/connection-key.ts'
import { decryptWithSecretIndex, encrypt } from '#lib/core/crypto.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { OUTBOX_KEY_PURPOSE } from '#lib/messages/queue-message.ts'
import { CHANGE_KEY_PURPOSE } from '#lib/pending-changes/request-change.ts'
import { PROVIDER_KEY_PURPOSE } from '#lib/providers/provider-key.ts'
import { RETAINED_RECORD_PURPOSE } from '#lib/retained-records/archive-member.ts'
import { TOTP_SECRET_PURPOSE } from '#lib/staff/totp-secret.ts'
import { WEBHOOK_PURPOSE } from '#lib/webhooks/set-webhook.ts'

type EncryptedColumn = { table: string; column: string; purpose: string; text?: true; appendOnly?: true }

/**
 * Every column that contains ciphertext (`text`: in base64; `appendOnly`: triggers refuse changes), except browsers'
 * subscriptions to web push. A subscription is bound to a key pair derived from the AUTH_SECRET with which it was made;
 * the browser subscribes again when the member next uses the shop.
 */
export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'api_keys', column: 'encrypted', purpose: API_KEY_PURPOSE },
  { table: 'connections', column: 'secrets', purpose: CONNECTION_KEY_PURPOSE },
  { table: 'login_tickets', column: 'secret', purpose: TOTP_SECRET_PURPOSE },
  { table: 'outbox_messages', column: 'body', purpose: OUTBOX_KEY_PURPOSE, text: true },
  { table: 'outbox_messages', column: 'variables', purpose: OUTBOX_KEY_PURPOSE, text: true },
  { table: 'pending_changes', column: 'after', purpose: CHANGE_KEY_PURPOSE },
  { table: 'pending_changes', column: 'before', purpose: CHANGE_KEY_PURPOSE },
  { table: 'providers', column: 'encrypted_key', purpose: PROVIDER_KEY_PURPOSE },
  { table: 'refund_requests', column: 'account', purpose: CASH_REFUND_ACCOUNT_PURPOSE },
  { table: 'retained_records', column: 'data', purpose: RETAINED_RECORD_PURPOSE, appendOnly: true },
  { table: 'staff_totp', column: 'secret', purpose: TOTP_SECRET_PURPOSE },
  { table: 'webhooks', column: 'former_secret', purpose: WEBHOOK_PURPOSE },
  { table: 'webhooks', column: 'secret', purpose: WEBHOOK_PURPOSE },
]

/** Result for a column: `again` cells were encrypted again, `lost` cells can't be decrypted by any secret. */
export type EncryptionResult = { table: string; column: string; again: number; lost: number }

const ROWS_PER_BATCH = 500

/** A ciphertext in the database. `place` is its row's ctid. */
type Cell = { place: string; sealed: Buffer }

/**
 * Encrypts the cell's text under AUTH_SECRET. Returns null if it is encrypted under AUTH_SECRET already, and undefined
 * if no secret decrypts it.
 */
function encryptedAgain({ sealed }: Cell, purpose: string): Buffer | null | undefined {
  try {
    const { text, secret } = decryptWithSecretIndex(purpose, sealed)
    return secret === 0 ? null : encrypt(purpose, text)
  } catch {
    return undefined
  }
}

/** A cell, and its text encrypted under AUTH_SECRET. */
type CellToWrite = { cell: Cell; ciphertext: Buffer }

/**
 * Writes the cells of a batch, except those that somebody has changed in the meantime. Returns the number of written
 * cells.
 */
async function writeCells(db: Db, { table, column, text }: EncryptedColumn, cells: CellToWrite[]): Promise<number> {
  const [read, write] = text ? [`decode("${column}", 'base64')`, `encode($2, 'base64')`] : [`"${column}"`, '$2']
  let written = 0
  for (const { cell, ciphertext } of cells) {
    const rows = await db.rows(
      `UPDATE ${table} SET "${column}" = ${write} WHERE ctid = $1::tid AND ${read} = $3 RETURNING 1`,
      [cell.place, ciphertext, cell.sealed],
    )
    written += rows.length
  }
  return written
}

/**
 * Like `writeCells`, but for a table whose triggers refuse changes: switches the triggers off while it holds a table
 * lock.
 */
const writeAppendOnly = (db: Database, target: EncryptedColumn, cells: CellToWrite[]): Promise<number> =>
  db.transaction(async (tx) => {
    await tx.rows(`ALTER TABLE ${target.table} DISABLE TRIGGER USER`)
    const written = await writeCells(tx, target, cells)
    await tx.rows(`ALTER TABLE ${target.table} ENABLE TRIGGER USER`)
    return written
  })

/**
 * Numbers of cells from reading a column once. `found`: encrypted under a fallback. `written`: those of them that were
 * encrypted again. `lost`: decrypted by no secret.
 */
type Pass = { found: number; written: number; lost: number }

/**
 * Reads a column once, and encrypts under AUTH_SECRET the cells that are encrypted under one of its fallbacks
 * (AUTH_SECRET_FALLBACKS).
 */
async function readColumnOnce(db: Database, target: EncryptedColumn): Promise<Pass> {
  const { table, column, purpose, text, appendOnly } = target
  const pass: Pass = { found: 0, written: 0, lost: 0 }
  const read = text ? `decode("${column}", 'base64')` : `"${column}"`
  for (let after = '(0,0)'; ; ) {
    const cells = await db.rows<Cell>(
      `SELECT ctid::text AS place, ${read} AS sealed FROM ${table} WHERE ctid > $1::tid AND "${column}" <> '' ORDER BY ctid LIMIT $2`,
      [after, ROWS_PER_BATCH],
    )
    const opened = cells.map((cell) => ({ cell, ciphertext: encryptedAgain(cell, purpose) }))
    pass.lost += opened.filter(({ ciphertext }) => ciphertext === undefined).length
    const cellsToWrite = opened.flatMap(({ cell, ciphertext }) => (ciphertext ? [{ cell, ciphertext }] : []))
    const write = appendOnly && cellsToWrite.length > 0 ? writeAppendOnly : writeCells
    pass.found += cellsToWrite.length
    pass.written += await write(db, target, cellsToWrite)
    const last = cells.at(-1)
    if (!last) return pass
    after = last.place
  }
}

/**
 * Reads a column repeatedly until no cell in it is encrypted under a fallback. Reading once isn't enough while the shop
 * runs: when a row is changed, even in another column, PostgreSQL moves it to another place in the table, maybe one
 * that was read before.
 */
async function encryptColumn(db: Database, target: EncryptedColumn): Promise<EncryptionResult> {
  const { table, column } = target
  for (let again = 0; ; ) {
    const { found, written, lost } = await readColumnOnce(db, target)
    again += written
    if (found === 0) return { table, column, again, lost }
  }
}

/**
 * Computes again the hashes by which equal bank accounts are found. Leaves the hashes of account numbers that no secret
 * decrypts; `encryptColumn` counts these as `lost`.
 */
async function hashAccountsAgain(db: Database): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await db.rows<{ id: number; account: Buffer }>(
      `SELECT id, account FROM refund_requests WHERE id > $1 AND account <> '' ORDER BY id LIMIT $2`,
      [after, ROWS_PER_BATCH],
    )
    for (const { id, account } of rows) {
      const number = decryptCashRefundAccount(account)
      if (number !== undefined) await storeAccountNumberHash(db, id, number)
    }
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

/**
 * Encrypts under AUTH_SECRET everything that is encrypted under one of its fallbacks. The shop may run meanwhile, and a
 * second run does no harm. Needs the role that owns the tables.
 */
export async function encryptAgain(db: Database): Promise<EncryptionResult[]> {
  const results: EncryptionResult[] = []
  for (const column of encryptedColumns) results.push(await encryptColumn(db, column))
  await hashAccountsAgain(db)
  return results
}
