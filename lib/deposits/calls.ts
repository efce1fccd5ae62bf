import { limitsOf } from '#lib/approvals/rules.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { type Caller, call } from '#lib/core/call.ts'
import type { Database, Db } from '#lib/core/db.ts'
import { idParams } from '#lib/core/wire.ts'
import { exportCall } from '#lib/exports/export-call.ts'
import { settings } from '#lib/settings/queries.ts'
import { unknownDeposit } from './errors.ts'
import { importDeposits } from './import-deposits.ts'
import { type DepositStatus, depositSheet } from './labels.ts'
import { type Match, matchDeposits } from './match-by-staff.ts'
import { depositForStaff } from './queries/one-deposit.ts'
import { depositsForStaff } from './queries.ts'
import { readCsv } from './read-csv.ts'
import {
  depositDetail,
  depositImport,
  depositList,
  depositQuery,
  deposits,
  matchedDeposit,
  matchInput,
  mergeInput,
  returnInput,
  settledDeposit,
  splitInput,
  takenDeposits,
} from './schema.ts'
import { dismissDuplicate, returnDeposit } from './settle-deposit.ts'
import { takeDeposits } from './take-deposits.ts'
import { verifySignature } from './verify-signature.ts'

export const depositHookCall = call({
  method: 'POST',
  path: '/hooks/deposits',
  access: 'public',
  verify: verifySignature,
  body: depositList,
  answer: takenDeposits,
  run: ({ db, body }) => takeDeposits(db, body, { source: 'HOOK' }),
})

export const adminDepositsCall = call({
  method: 'GET',
  path: '/api/admin/deposits',
  access: 'SUPPORT',
  query: depositQuery,
  answer: deposits,
  run: ({ db, query }) => depositsForStaff(db, query),
})

export const exportDepositsCall = exportCall({
  list: '/api/admin/deposits',
  query: depositQuery,
  sheet: depositSheet,
  page: depositsForStaff,
})

export const adminDepositCall = call({
  method: 'GET',
  path: '/api/admin/deposits/{id}',
  access: 'SUPPORT',
  params: idParams,
  answer: depositDetail,
  run: async ({ db, params }) => {
    const deposit = await depositForStaff(db, params.id)
    if (!deposit) throw unknownDeposit()
    return deposit
  },
})

export const importDepositsCall = call({
  method: 'POST',
  path: '/api/admin/deposits',
  access: 'MANAGER',
  body: depositImport,
  answer: takenDeposits,
  run: async ({ db, body, caller, address }) => {
    const limits = limitsOf(await settings(db))
    return importDeposits(db, Array.isArray(body) ? body : readCsv(body.csv), { caller, address, limits })
  },
})

type Verdict = {
  depositId: number
  status: DepositStatus
  chargeIds: number[]
  reason?: string
  caller: Caller
  address: string
}

async function settled(tx: Db, { depositId, status, chargeIds, reason, caller, address }: Verdict) {
  await recordAudit(tx, {
    actorId: caller.memberId,
    action: `deposit.${status.toLowerCase()}`,
    subjectType: 'deposit',
    subjectId: depositId,
    after: { status, chargeIds },
    reason: reason ?? null,
    address,
  })
  return { id: depositId, status, chargeIds }
}

/** Answer of a manual match: its result, or the approval request that it waits for. */
async function matched(db: Database, id: number, match: Match, by: { caller: Caller; address: string }) {
  return { id, ...(await matchDeposits(db, match, by)) }
}

export const matchDepositCall = call({
  method: 'POST',
  path: '/api/admin/deposits/{id}/match',
  access: 'MANAGER',
  params: idParams,
  body: matchInput,
  answer: matchedDeposit,
  run: ({ db, caller, params: { id }, body: { chargeId, credited }, address }) => {
    const way = credited ? 'JOIN' : 'MATCH'
    return matched(db, id, { way, depositIds: [id], chargeIds: [chargeId] }, { caller, address })
  },
})

export const splitDepositCall = call({
  method: 'POST',
  path: '/api/admin/deposits/{id}/split',
  access: 'MANAGER',
  params: idParams,
  body: splitInput,
  answer: matchedDeposit,
  run: ({ db, caller, params: { id }, body: { chargeIds }, address }) =>
    matched(db, id, { way: 'SPLIT', depositIds: [id], chargeIds }, { caller, address }),
})

export const mergeDepositsCall = call({
  method: 'POST',
  path: '/api/admin/deposits/{id}/merge',
  access: 'MANAGER',
  params: idParams,
  body: mergeInput,
  answer: matchedDeposit,
  run: ({ db, caller, params: { id }, body: { chargeId, depositIds }, address }) =>
    matched(db, id, { way: 'MERGE', depositIds: [id, ...depositIds], chargeIds: [chargeId] }, { caller, address }),
})

export const returnDepositCall = call({
  method: 'POST',
  path: '/api/admin/deposits/{id}/return',
  access: 'MANAGER',
  params: idParams,
  body: returnInput,
  answer: settledDeposit,
  run: ({ db, caller, params, body, address }) =>
    db.transaction(async (tx) => {
      const { reason } = body
      await returnDeposit(tx, { depositId: params.id, reason, caller })
      return settled(tx, { depositId: params.id, status: 'RETURNED', chargeIds: [], reason, caller, address })
    }),
})

export const dismissDepositCall = call({
  method: 'POST',
  path: '/api/admin/deposits/{id}/duplicate',
  access: 'MANAGER',
  params: idParams,
  answer: settledDeposit,
  run: ({ db, caller, params, address }) =>
    db.transaction(async (tx) => {
      await dismissDuplicate(tx, params.id)
      return settled(tx, { depositId: params.id, status: 'DUPLICATE', chargeIds: [], caller, address })
    }),
})
