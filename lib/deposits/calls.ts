import { approvalLimitsOf } from '#lib/approvals/rules.ts'
import { staffActor } from '#lib/audit/actor.ts'
import { call } from '#lib/core/call.ts'
import { withDaysInOrder } from '#lib/core/list-query.ts'
import { idParams } from '#lib/core/wire.ts'
import { exportCall } from '#lib/exports/export-call.ts'
import { settings } from '#lib/settings/queries.ts'
import { dismissDeposit } from './dismiss-deposit.ts'
import { unknownDeposit } from './errors.ts'
import { importDeposits } from './import-deposits.ts'
import { depositSheet } from './labels.ts'
import { matchDeposits } from './match-by-staff.ts'
import { depositForStaff } from './queries/one-deposit.ts'
import { depositsForStaff } from './queries.ts'
import { readDepositsFromCsv } from './read-deposits-from-csv.ts'
import { receiveDeposits } from './receive-deposits.ts'
import { returnDeposit } from './return-deposit.ts'
import {
  depositDetail,
  depositImport,
  depositList,
  depositPage,
  depositQuery,
  depositResults,
  matchedDeposit,
  matchInput,
  mergeInput,
  returnInput,
  settledDeposit,
  splitInput,
} from './schema.ts'
import { verifySignature } from './verify-signature.ts'

export const depositHookCall = call({
  method: 'POST',
  path: '/hooks/deposits',
  access: 'public',
  verify: verifySignature,
  body: depositList,
  answer: depositResults,
  run: ({ db, body }) => receiveDeposits(db, body, { source: 'HOOK' }),
})

export const adminDepositsCall = call({
  method: 'GET',
  path: '/api/admin/deposits',
  access: 'SUPPORT',
  query: withDaysInOrder(depositQuery),
  answer: depositPage,
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
  answer: depositResults,
  run: async ({ db, body, ...context }) => {
    const limits = approvalLimitsOf(await settings(db))
    const [deposits, mapId] = Array.isArray(body) ? [body, null] : [readDepositsFromCsv(body.csv), body.mapId]
    return importDeposits(db, staffActor(context), { deposits, mapId, limits })
  },
})

export const matchDepositCall = call({
  method: 'POST',
  path: '/api/admin/deposits/{id}/match',
  access: 'MANAGER',
  params: idParams,
  body: matchInput,
  answer: matchedDeposit,
  run: async ({ db, params: { id }, body: { chargeId, credited }, ...context }) => {
    const match = { way: credited ? 'JOIN' : 'MATCH', depositIds: [id], chargeIds: [chargeId] } as const
    return { id, ...(await matchDeposits(db, staffActor(context), match)) }
  },
})

export const splitDepositCall = call({
  method: 'POST',
  path: '/api/admin/deposits/{id}/split',
  access: 'MANAGER',
  params: idParams,
  body: splitInput,
  answer: matchedDeposit,
  run: async ({ db, params: { id }, body: { chargeIds }, ...context }) => {
    const match = { way: 'SPLIT', depositIds: [id], chargeIds } as const
    return { id, ...(await matchDeposits(db, staffActor(context), match)) }
  },
})

export const mergeDepositsCall = call({
  method: 'POST',
  path: '/api/admin/deposits/{id}/merge',
  access: 'MANAGER',
  params: idParams,
  body: mergeInput,
  answer: matchedDeposit,
  run: async ({ db, params: { id }, body: { chargeId, depositIds }, ...context }) => {
    const match = { way: 'MERGE', depositIds: [id, ...depositIds], chargeIds: [chargeId] } as const
    return { id, ...(await matchDeposits(db, staffActor(context), match)) }
  },
})

export const returnDepositCall = call({
  method: 'POST',
  path: '/api/admin/deposits/{id}/return',
  access: 'MANAGER',
  params: idParams,
  body: returnInput,
  answer: settledDeposit,
  run: async ({ db, params: { id }, body: { reason }, ...context }) => {
    await returnDeposit(db, staffActor(context), { depositId: id, reason })
    return { id, status: 'RETURNED' as const, chargeIds: [] }
  },
})

export const dismissDepositCall = call({
  method: 'POST',
  path: '/api/admin/deposits/{id}/duplicate',
  access: 'MANAGER',
  params: idParams,
  answer: settledDeposit,
  run: async ({ db, params: { id }, ...context }) => {
    await dismissDeposit(db, staffActor(context), { depositId: id })
    return { id, status: 'DUPLICATE' as const, chargeIds: [] }
  },
})
