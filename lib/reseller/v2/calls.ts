import { z } from 'zod'
import { testKeyRefused } from '#lib/api-keys/errors.ts'
import { type Call, call } from '#lib/core/call.ts'
import { ordersOfKey } from '../key-orders.ts'
import { v2Actions } from './actions.ts'
import { answerRefusal } from './answer-refusal.ts'
import { incorrectAction } from './errors.ts'
import { v2ServiceListSnapshot } from './queries.ts'
import { readV2Request } from './read-v2-request.ts'
import { type Fields, nameOfAction } from './rules.ts'

const actionsByName = new Map(v2Actions.map((each) => [each.name, each]))

/** Reads a parameter, which may be any JSON value, as a number for the request log. */
const numberIn = (value: unknown): number | undefined =>
  typeof value === 'string' || typeof value === 'number' ? Number(value) : undefined

const apiV2 = (method: 'GET' | 'POST'): Call =>
  call({
    method,
    path: '/api/v2',
    access: 'api-key',
    idempotent: true,
    acceptsTestKeys: true,
    protocol: { read: readV2Request, refuse: answerRefusal },
    answer: z.union(v2Actions.map(({ answer }) => answer)),
    run: async ({ db, caller, address, body, idempotency, acceptsGzip, note }) => {
      const fields: Fields = Object(body)
      const action = actionsByName.get(nameOfAction(fields))
      if (!action) throw incorrectAction()
      if (caller.apiKey?.test && !action.acceptsTestKeys) throw testKeyRefused()
      note({ serviceId: numberIn(fields.service), amount: numberIn(fields.quantity), orderId: numberIn(fields.order) })
      const orders = ordersOfKey({ db, caller, address })
      const services = () => v2ServiceListSnapshot(db, caller.memberId)
      const answer = await action.run({ db, orders, services, idempotency, acceptsGzip }, fields)
      if (action.name === 'add') note({ orderId: (answer as { order: number }).order })
      return answer
    },
  })

export const apiV2ByQueryCall = apiV2('GET')
export const apiV2Call = apiV2('POST')
