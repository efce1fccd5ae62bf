import { exportCall } from '#lib/audit/export-call.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { type Caller, call } from '#lib/core/call.ts'
import type { Db } from '#lib/core/db.ts'
import { idParams } from '#lib/core/wire.ts'
import { unknownDeposit } from './errors.ts'
import { type DepositStatus, depositSheet } from './labels.ts'
import { refuseOwnCharges } from './own-import.ts'
import { depositForStaff } from './queries/one-deposit.ts'
import { depositsForStaff } from './queries.ts'
import { readCsv } from './read-csv.ts'
import {
  depositDetail,
  depositImport,
  depositList,
  depositQuery,
  deposits,
  matchInput,
  mergeInput,
  returnInput,
  settledDeposit,
  splitInput,
  takenDeposits,
} from './schema.ts'
import {
  dismissDuplicate,
  joinToCredited,
  matchByStaff,
  mergeDeposits,
  returnDeposit,
  splitDeposit,
} from './settle-deposit.ts'
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
    const origin = { source: 'IMPORT', importedBy: caller.memberId } as const
    const taken = await takeDeposits(db, Array.isArray(body) ? body : readCsv(body.csv), origin)
    const after = { reported: taken.length, matched: taken.filter(({ chargeId }) => chargeId !== null).length }
    const subject = { subjectType: 'deposit', subjectId: 'import' }
    await recordAudit(db, { actorId: caller.memberId, action: 'deposit.import', ...subject, after, address })
    return taken
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

const byStaff = (depositId: number, caller: Caller) => ({ depositId, staffId: caller.memberId })

export const matchDepositCall = call({
  method: 'POST',
  path: '/api/admin/deposits/{id}/match',
  access: 'MANAGER',
  params: idParams,
  body: matchInput,
  answer: settledDeposit,
  run: async ({ db, caller, params, body, address }) => {
    await refuseOwnCharges(db, [body.chargeId], [params.id], { caller, address, action: 'deposit.matched' })
    return db.transaction(async (tx) => {
      const match = body.credited ? joinToCredited : matchByStaff
      await match(tx, body.chargeId, byStaff(params.id, caller))
      return settled(tx, { depositId: params.id, status: 'MATCHED', chargeIds: [body.chargeId], caller, address })
    })
  },
})

export const splitDepositCall = call({
  method: 'POST',
  path: '/api/admin/deposits/{id}/split',
  access: 'MANAGER',
  params: idParams,
  body: splitInput,
  answer: settledDeposit,
  run: async ({ db, caller, params, body, address }) => {
    await refuseOwnCharges(db, body.chargeIds, [params.id], { caller, address, action: 'deposit.split' })
    return db.transaction(async (tx) => {
      await splitDeposit(tx, body.chargeIds, byStaff(params.id, caller))
      return settled(tx, { depositId: params.id, status: 'SPLIT', chargeIds: body.chargeIds, caller, address })
    })
  },
})

export const mergeDepositsCall = call({
  method: 'POST',
  path: '/api/admin/deposits/{id}/merge',
  access: 'MANAGER',
  params: idParams,
  body: mergeInput,
  answer: settledDeposit,
  run: async ({ db, caller, params, body: { chargeId, depositIds }, address }) => {
    await refuseOwnCharges(db, [chargeId], [params.id, ...depositIds], { caller, address, action: 'deposit.merged' })
    return db.transaction(async (tx) => {
      const charge = { id: chargeId, staffId: caller.memberId }
      const merged = await mergeDeposits(tx, [params.id, ...depositIds], charge)
      for (const depositId of merged)
        await settled(tx, { depositId, status: 'MERGED', chargeIds: [chargeId], caller, address })
      return { id: params.id, status: 'MERGED' as const, chargeIds: [chargeId] }
    })
  },
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
      await returnDeposit(tx, params.id, reason)
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
