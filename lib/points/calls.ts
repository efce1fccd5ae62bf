import { z } from 'zod'
import { approvalLimitsOf } from '#lib/approvals/rules.ts'
import { staffActor } from '#lib/audit/actor.ts'
import { call } from '#lib/core/call.ts'
import { idParams } from '#lib/core/wire.ts'
import { wholePoints } from '#lib/money/points.ts'
import { settings } from '#lib/settings/queries.ts'
import { adjustPoints, decideAdjustment } from './adjust-points.ts'
import { waitingAdjustments } from './queries.ts'
import { adjustmentAnswer, adjustmentInput, waitingAdjustment } from './schema.ts'

export const adjustPointsCall = call({
  method: 'POST',
  path: '/api/admin/members/{id}/points',
  access: 'MANAGER',
  reauth: true,
  idempotent: true,
  params: idParams,
  body: adjustmentInput,
  answer: adjustmentAnswer,
  run: async ({ db, params, body, idempotency, ...context }) => {
    const values = await settings(db)
    const [limit, limits] = [wholePoints(values.ADJUSTMENT_LIMIT), approvalLimitsOf(values)]
    const key = idempotency?.key ?? null
    return adjustPoints(db, staffActor(context), { memberId: params.id, ...body, limit, limits, key })
  },
})

export const adjustmentsCall = call({
  method: 'GET',
  path: '/api/admin/adjustments',
  access: 'SUPPORT',
  answer: z.object({ rows: z.array(waitingAdjustment) }),
  run: async ({ db }) => ({ rows: await waitingAdjustments(db) }),
})

export const confirmAdjustmentCall = call({
  method: 'POST',
  path: '/api/admin/adjustments/{id}/confirm',
  access: 'OWNER',
  reauth: true,
  params: idParams,
  answer: adjustmentAnswer,
  // An OWNER may confirm his own request if nobody else can, but must then give a reason. This call has no field for a
  // reason, so it passes a fixed text.
  run: ({ db, params: { id }, ...context }) =>
    decideAdjustment(db, staffActor(context), { id, confirmed: true, reason: '한도를 넘는 조정을 혼자 확인' }),
})

export const refuseAdjustmentCall = call({
  method: 'POST',
  path: '/api/admin/adjustments/{id}/refuse',
  access: 'OWNER',
  params: idParams,
  answer: adjustmentAnswer,
  run: ({ db, params: { id }, ...context }) =>
    decideAdjustment(db, staffActor(context), { id, confirmed: false, reason: '' }),
})
