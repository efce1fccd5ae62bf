import { memberActor, staffActor } from '#lib/audit/actor.ts'
import { call } from '#lib/core/call.ts'
import { withDaysInOrder } from '#lib/core/list-query.ts'
import { idParams } from '#lib/core/wire.ts'
import { exportCall } from '#lib/exports/export-call.ts'
import { unknownOrder } from '#lib/orders/errors.ts'
import { cancelOrRequest } from './cancel-or-request.ts'
import { answerRequest } from './close-request.ts'
import { createRequest } from './create-request.ts'
import { unknownRequest } from './errors.ts'
import { requestSheet } from './labels.ts'
import { requestsOfMember, requestsOfOrder } from './queries/list-for-member.ts'
import { requestForStaff, requestsForStaff } from './queries/list-for-staff.ts'
import {
  adminRequestQuery,
  adminRequestRow,
  adminRequests,
  cancellationAnswer,
  memberRequestQuery,
  memberRequests,
  orderRequests,
  refillInput,
  requestAnswerInput,
  requestRow,
} from './schema.ts'

export const cancelOrderCall = call({
  method: 'POST',
  path: '/service/order/{id}/cancel',
  access: 'member',
  exemptFromRateLimit: true,
  params: idParams,
  answer: cancellationAnswer,
  run: ({ db, caller, params }) =>
    cancelOrRequest(db, memberActor(caller.memberId), { orderId: params.id, source: 'WEB' }),
})

export const refillOrderCall = call({
  method: 'POST',
  path: '/service/order/{id}/refill',
  access: 'member',
  params: idParams,
  body: refillInput,
  status: 201,
  answer: requestRow,
  run: ({ db, caller, params, body }) =>
    createRequest(db, memberActor(caller.memberId), { ...body, orderId: params.id, kind: 'REFILL', source: 'WEB' }),
})

export const speedUpOrderCall = call({
  method: 'POST',
  path: '/service/order/{id}/speed-up',
  access: 'member',
  params: idParams,
  status: 201,
  answer: requestRow,
  run: ({ db, caller, params }) =>
    createRequest(db, memberActor(caller.memberId), { orderId: params.id, kind: 'SPEED_UP', source: 'WEB' }),
})

export const orderRequestsCall = call({
  method: 'GET',
  path: '/service/order/{id}/requests',
  access: 'member',
  params: idParams,
  answer: orderRequests,
  run: async ({ db, caller, params }) => {
    const requests = await requestsOfOrder(db, caller.memberId, params.id)
    if (!requests) throw unknownOrder()
    return requests
  },
})

export const memberRequestsCall = call({
  method: 'GET',
  path: '/service/requests',
  access: 'member',
  query: memberRequestQuery,
  answer: memberRequests,
  run: ({ db, caller, query }) => requestsOfMember(db, caller.memberId, query),
})

export const adminRequestsCall = call({
  method: 'GET',
  path: '/api/admin/requests',
  access: 'SUPPORT',
  query: withDaysInOrder(adminRequestQuery),
  answer: adminRequests,
  run: ({ db, query }) => requestsForStaff(db, query),
})

export const exportRequestsCall = exportCall({
  list: '/api/admin/requests',
  query: adminRequestQuery,
  sheet: requestSheet,
  page: requestsForStaff,
})

export const answerRequestCall = call({
  method: 'POST',
  path: '/api/admin/requests/{id}/answer',
  access: 'MANAGER',
  params: idParams,
  body: requestAnswerInput,
  answer: adminRequestRow,
  run: async ({ db, params, body, ...context }) => {
    await answerRequest(db, staffActor(context), { ...body, requestId: params.id })
    const row = await requestForStaff(db, params.id)
    if (!row) throw unknownRequest()
    return row
  },
})
