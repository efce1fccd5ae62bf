import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { worker } from '#lib/audit/actor.ts'
import { findAuditChainFaults, readAuditChainHead, readAuditLinkHash } from '#lib/audit/check-chain.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { createFreshDatabase } from '#lib/core/testing/database.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { movePoints } from '#lib/points/move-points.ts'
import { addLedgerLeaves } from './ledger-leaves.ts'
import { isSoundProof, proveBooks } from './prove-books.ts'
import type { Proof } from './schema.ts'
import { sealBooks } from './seal-books.ts'

const addAuditRow = (db: Db, subjectId: number, reason: string | null = null) =>
  recordAudit(db, { ...someStaff, memberId: 1 }, { action: 'test.do', subjectType: 'test', subjectId, reason })

async function addLedgerRow(db: Db, memberId: number, refId: number): Promise<void> {
  await movePoints(db, worker, {
    memberId,
    kind: 'ADJUSTMENT',
    delta: 100n,
    refType: 'test',
    refId,
    reason: 'x',
  })
}

/** Seals the books, including rows that were just created. */
const sealNow = (db: Database) => sealBooks(db, -1)

/** Creates two seals, each over three audit rows and three ledger rows. */
async function makeTwoSeals(db: Database): Promise<void> {
  const { id } = await makeMember({}, db)
  for (const half of [0, 1]) {
    for (const at of [1, 2, 3]) {
      await addAuditRow(db, half * 3 + at, `reason ${at}`)
      await addLedgerRow(db, id, half * 3 + at)
    }
    await sealNow(db)
  }
}

let freshDb: Awaited<ReturnType<typeof createFreshDatabase>>

beforeAll(async () => {
  freshDb = await createFreshDatabase(12)
  await makeTwoSeals(freshDb.db)
})
afterAll(() => freshDb.drop())

const migration = readFileSync(
  join(import.meta.dirname, '../../prisma/migrations/20261121171538_chained_audit/migration.sql'),
  'utf8',
)
/**
 * SQL of the migration that built the hash chain over the existing audit rows. An attacker could run it again to hide
 * changes.
 */
const chainAllSql = /DO \$\$.*?END \$\$;/s.exec(migration)?.[0] ?? ''

/** Runs changes with triggers disabled, as a database superuser could, and rolls them back. */
async function inRolledBackTransaction(run: (tx: Db) => Promise<void>): Promise<void> {
  const undo = new Error('undo')
  const attempt = freshDb.owner.transaction(async (tx) => {
    await tx.rows('SET LOCAL session_replication_role = replica')
    await run(tx)
    throw undo
  })
  await attempt.catch((error) => {
    if (error !== undo) throw error
  })
}

test('a head that was noted down is found in the chain again; a position beyond its end isn’t', async () => {
  const head = await readAuditChainHead(freshDb.db)
  const { seq = 0n, hash } = head ?? {}
  expect(hash).toHaveLength(32)
  expect(await readAuditLinkHash(freshDb.db, seq)).toEqual(hash)
  expect(await readAuditLinkHash(freshDb.db, seq + 1n)).toBeNull()
})

const rebuildChain = async (tx: Db) => {
  await tx.rows('DELETE FROM audit_links')
  await tx.rows(chainAllSql)
}

const rebuildLeaves = async (tx: Db) => {
  await tx.rows('DELETE FROM ledger_leaves')
  await addLedgerLeaves(tx, -1)
}

type Tampering = [name: string, statements: (string | ((tx: Db) => Promise<unknown>))[], shows: Partial<Proof>]

const changeReasonSql = (id: number) => `UPDATE audit_entries SET reason = 'nothing' WHERE id = ${id}`
const contentHashSql = `sha256(convert_to(ROW(e.id, e.actor_id, e.action, e.subject_type, e.subject_id, e.before, e.after, e.reason,
  e.address, (extract(epoch FROM e.at) * 1000)::bigint)::text, 'UTF8'))`
const relinkSql = (id: number) => `
  UPDATE audit_links l SET content = c.content, hash = sha256(c.before || c.content)
  FROM (SELECT e.id, ${contentHashSql} AS content, (SELECT hash FROM audit_links WHERE seq = e.id - 1) AS before FROM audit_entries e WHERE e.id = ${id}) c
  WHERE l.entry_id = c.id`
const copyEntrySql = (id: number, from: number) => `
  INSERT INTO audit_entries (id, actor_id, action, subject_type, subject_id, address, at)
  SELECT ${id}, actor_id, 'forged', subject_type, subject_id, address, at FROM audit_entries WHERE id = ${from}`
const swapSql = (table: string, column: string, a: number, b: number) => [
  `UPDATE ${table} SET ${column} = -1 WHERE ${column} = ${a}`,
  `UPDATE ${table} SET ${column} = ${a} WHERE ${column} = ${b}`,
  `UPDATE ${table} SET ${column} = ${b} WHERE ${column} = -1`,
]
const auditFaultsOf = (...faults: [number, number | null, Proof['audit'][number]['fault']][]) => ({
  audit: faults.map(([entryId, seq, fault]) => ({ entryId, seq, fault })),
})
const ledgerFaultsOf = (fault: Proof['ledger'][number]['fault'], ...ids: number[]) => ({
  ledger: ids.map((entryId) => ({ entryId, fault })),
})

const tamperings: Tampering[] = [
  ['an audit row changed', [changeReasonSql(2)], auditFaultsOf([2, 2, 'CHANGED'])],
  ['one changed with its own link', [changeReasonSql(2), relinkSql(2)], auditFaultsOf([3, 3, 'BROKEN'])],
  [
    'one changed with the whole chain',
    [changeReasonSql(2), rebuildChain],
    {
      audit: [],
      seals: [
        { sealId: 1, fault: 'AUDIT', after: 0, upTo: 3 },
        { sealId: 2, fault: 'AUDIT', after: 3, upTo: 6 },
      ],
    },
  ],
  ['an audit row taken out', ['DELETE FROM audit_entries WHERE id = 2'], auditFaultsOf([2, 2, 'REMOVED'])],
  [
    'one taken out with its link',
    ['DELETE FROM audit_entries WHERE id = 2', 'DELETE FROM audit_links WHERE seq = 2'],
    auditFaultsOf([3, 3, 'BROKEN']),
  ],
  [
    'the first taken out with its link',
    ['DELETE FROM audit_entries WHERE id = 1', 'DELETE FROM audit_links WHERE seq = 1'],
    auditFaultsOf([2, 2, 'BROKEN']),
  ],
  [
    'the last taken out with its link',
    ['DELETE FROM audit_entries WHERE id = 6', 'DELETE FROM audit_links WHERE seq = 6'],
    { audit: [], seals: [{ sealId: 2, fault: 'AUDIT', after: 3, upTo: 6 }] },
  ],
  ['the whole trail taken out', ['DELETE FROM audit_entries', 'DELETE FROM audit_links'], { audit: [] }],
  ['an audit row slipped in', [copyEntrySql(77, 1)], auditFaultsOf([77, null, 'ADDED'])],
  [
    'one slipped in between with a link',
    [
      'UPDATE audit_links SET seq = -seq WHERE seq > 2',
      'UPDATE audit_links SET seq = 1 - seq WHERE seq < 0',
      copyEntrySql(77, 1),
      `INSERT INTO audit_links SELECT 3, e.id, ${contentHashSql}, sha256(l.hash || ${contentHashSql}) FROM audit_entries e, audit_links l WHERE e.id = 77 AND l.seq = 2`,
    ],
    auditFaultsOf([3, 4, 'BROKEN']),
  ],
  [
    'two audit rows in each other’s place',
    swapSql('audit_entries', 'id', 2, 3),
    auditFaultsOf([2, 2, 'CHANGED'], [3, 3, 'CHANGED']),
  ],
  [
    'two links in each other’s place',
    swapSql('audit_links', 'seq', 2, 3),
    auditFaultsOf([3, 2, 'BROKEN'], [2, 3, 'BROKEN'], [4, 4, 'BROKEN']),
  ],
  [
    'a ledger row’s reason changed',
    ["UPDATE point_entries SET reason = 'y' WHERE id = 2"],
    ledgerFaultsOf('CHANGED', 2),
  ],
  [
    'a ledger row changed with all that follows from it',
    [
      'UPDATE point_entries SET delta = delta + 100, balance_after = balance_after + 100 WHERE id = 6',
      'UPDATE balances SET point = point + 100',
    ],
    { ...ledgerFaultsOf('CHANGED', 6), faults: expect.objectContaining({ balances: [], entries: [] }) },
  ],
  [
    'money moved from one ledger row to another',
    ['UPDATE point_entries SET delta = delta + CASE id WHEN 2 THEN 50 ELSE -50 END WHERE id IN (2, 5)'],
    { ...ledgerFaultsOf('CHANGED', 2, 5), faults: expect.objectContaining({ balances: [], entries: [2, 5] }) },
  ],
  ['a ledger row taken out', ['DELETE FROM point_entries WHERE id = 6'], ledgerFaultsOf('REMOVED', 6)],
  [
    'a ledger row slipped in ahead of the first',
    [
      "INSERT INTO point_entries (id, member_id, kind, delta, balance_after, ref_type, ref_id, actor) VALUES (-5, 1, 'ADJUSTMENT', 0, 0, 'test', 9, 'x')",
    ],
    ledgerFaultsOf('ADDED', -5),
  ],
  ['two ledger rows in each other’s place', swapSql('point_entries', 'id', 2, 3), ledgerFaultsOf('CHANGED', 2, 3)],
  [
    'a ledger row changed with all the leaves',
    ["UPDATE point_entries SET reason = 'y' WHERE id = 2", rebuildLeaves],
    {
      ledger: [],
      seals: [
        { sealId: 1, fault: 'LEDGER', after: 0, upTo: 3 },
        { sealId: 2, fault: 'LEDGER', after: 3, upTo: 6 },
      ],
    },
  ],
  ['a leaf changed', ["UPDATE ledger_leaves SET digest = '\\x00' WHERE to_id = 6"], ledgerFaultsOf('BROKEN', 6)],
  ['a seal changed', ["UPDATE seals SET at = at + interval '1 day' WHERE id = 1"], {}],
  [
    'a seal taken out',
    ['DELETE FROM seals WHERE id = 1'],
    { seals: [{ sealId: 2, fault: 'FORGED', after: 0, upTo: 6 }] },
  ],
]

describe('somebody who controls the database can’t hide', () => {
  test.each(tamperings)('%s', (_, statements, shows) =>
    inRolledBackTransaction(async (tx) => {
      for (const each of statements) await (typeof each === 'string' ? tx.rows(each) : each(tx))
      const proof = await proveBooks(tx)
      expect(proof).toMatchObject(shows)
      expect(isSoundProof(proof)).toBe(false)
    }),
  )

  test('untouched books have no fault, and no seal is made without new rows', async () => {
    const proof = await proveBooks(freshDb.db)
    expect(proof).toMatchObject({ audit: [], ledger: [], seals: [] })
    expect(proof.rows).toEqual({ audit: 6, ledger: 6, sealedAudit: 6, sealedLedger: 6, seals: 2 })
    expect(isSoundProof(proof)).toBe(true)
    expect(await sealNow(freshDb.db)).toBeNull()
  })

  test('no statement changes a link, a leaf or a seal', async () => {
    const columns = { audit_links: 'hash', ledger_leaves: 'digest', seals: 'mac' }
    for (const [table, column] of Object.entries(columns))
      for (const statement of [`UPDATE ${table} SET ${column} = ''`, `DELETE FROM ${table}`, `TRUNCATE ${table}`])
        await expect(freshDb.owner.rows(statement)).rejects.toThrow('append-only')
  })
})

describe('an hour’s seal', () => {
  const spoil = async (db: Database, statement: string) => {
    await db.transaction(async (tx) => {
      await tx.rows('SET LOCAL session_replication_role = replica')
      await tx.rows(statement)
    })
  }

  test('isn’t made if a new row was changed, or if the last seal is invalid', async () => {
    const { db, owner, drop } = await createFreshDatabase()
    await makeTwoSeals(db)
    await addAuditRow(db, 7)
    await spoil(owner, "UPDATE audit_entries SET reason = 'z' WHERE id = 7")
    expect(await sealNow(db)).toBe('SPOILED')
    await spoil(owner, 'UPDATE audit_entries SET reason = NULL WHERE id = 7')
    expect(await sealNow(db)).toMatchObject({ id: 3, auditSeq: 7n, ledgerId: 6n })
    await spoil(owner, "UPDATE seals SET audit_hash = '\\x00' WHERE id = 3")
    expect(await sealNow(db)).toBe('SPOILED')
    await drop()
  })

  test('leaves out ledger rows before which other rows may still appear', async () => {
    const { db, owner, drop } = await createFreshDatabase()
    const { id } = await makeMember({}, db)
    await addLedgerRow(db, id, 1)
    await spoil(owner, "UPDATE point_entries SET created_at = created_at - interval '11 minutes'")
    await addLedgerRow(db, id, 2)
    expect(await sealBooks(db)).toMatchObject({ ledgerId: 1n })
    await drop()
  })
})

describe('the chain', () => {
  test('stays complete under concurrent writers, some of which roll back or block others', async () => {
    const { db, drop } = await createFreshDatabase(12)
    const { id } = await makeMember({}, db)
    const touch = (tx: Db) => tx.rows('UPDATE balances SET point = point WHERE member_id = $1', [id])
    const write = (at: number) =>
      db.transaction(async (tx) => {
        const steps = [() => addAuditRow(tx, at), () => touch(tx)]
        for (const step of at % 2 ? steps : steps.toReversed()) await step()
        if (at % 5 === 0) throw new Error('given up')
      })
    const results = await Promise.allSettled(Array.from({ length: 60 }, (_, at) => write(at)))
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(12)
    expect(await findAuditChainFaults(db)).toEqual([])
    expect(await readAuditChainHead(db)).toMatchObject({ seq: 48n })
    await drop()
  })

  test('can be extended over rows that were written before it existed', async () => {
    const { db, owner, drop } = await createFreshDatabase()
    await owner.transaction(async (tx) => {
      await tx.rows('SET LOCAL session_replication_role = replica')
      for (const at of [1, 2, 3]) await addAuditRow(tx, at)
      expect((await findAuditChainFaults(tx)).map(({ fault }) => fault)).toEqual(['ADDED', 'ADDED', 'ADDED'])
      await tx.rows(chainAllSql)
    })
    await addAuditRow(db, 4)
    expect(await findAuditChainFaults(db)).toEqual([])
    expect((await oneRow<{ count: bigint }>(db, 'SELECT count(*) AS count FROM audit_links')).count).toBe(4n)
    await drop()
  })
})
