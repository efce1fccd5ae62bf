import { staffActor } from '#lib/audit/actor.ts'
import { call } from '#lib/core/call.ts'
import { idParams } from '#lib/core/wire.ts'
import { confirmApproval, refuseApproval } from '../decide-approval.ts'
import { approvalHandlerOf } from './approval-handlers.ts'
import { approvalsForStaff } from './queries.ts'
import {
  approvalConfirmationInput,
  approvalDecisionInput,
  approvalList,
  approvalQuery,
  decidedApproval,
} from './schema.ts'

export const approvalsCall = call({
  method: 'GET',
  path: '/api/admin/approvals',
  access: 'SUPPORT',
  query: approvalQuery,
  answer: approvalList,
  run: ({ db, query, caller }) => approvalsForStaff(db, query, caller),
})

export const confirmApprovalCall = call({
  method: 'POST',
  path: '/api/admin/approvals/{id}/confirm',
  access: 'MANAGER',
  reauth: true,
  params: idParams,
  body: approvalConfirmationInput,
  answer: decidedApproval,
  run: async ({ db, params, body: { reason, seenAmount }, ...context }) => {
    await confirmApproval(db, staffActor(context), { id: params.id, reason, seenAmount, handlerOf: approvalHandlerOf })
    return { id: params.id, state: 'DONE' as const }
  },
})

export const refuseApprovalCall = call({
  method: 'POST',
  path: '/api/admin/approvals/{id}/refuse',
  access: 'MANAGER',
  params: idParams,
  body: approvalDecisionInput,
  answer: decidedApproval,
  run: async ({ db, params, body: { reason }, ...context }) => ({
    id: params.id,
    state: await refuseApproval(db, staffActor(context), { id: params.id, reason, handlerOf: approvalHandlerOf }),
  }),
})
