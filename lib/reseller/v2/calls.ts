import { z } from 'zod'
import { testKeyRefused } from '#lib/api-keys/errors.ts'
import { type Call, call } from '#lib/core/call.ts'
import { ordersOfKey } from '../key-orders.ts'
import { actions } from './actions.ts'
import { answerRefusal } from './answer-refusal.ts'
import { incorrectAction } from './errors.ts'
import { v2ServiceSnapshot } from './queries.ts'
import { readRequest } from './read-request.ts'
import { type Fields, nameOfAction } from './rules.ts'

const actionsByName = new Map(actions.map((each) => [each.name, each]))

/** Reads a parameter as a number for the request log; it may be any JSON value. */
const numberIn = (value: unknown): number | undefined =>
  typeof value === 'string' || typeof value === 'number' ? Number(value) : undefined

const apiV2 = (method: 'GET' | 'POST'): Call =>
  call({
    method,
    path: '/api/v2',
    access: 'api-key',
    idempotent: true,
    testKeys: true,
    form: { read: readRequest, refuse: answerRefusal },
    answer: z.union(actions.map(({ answer }) => answer)),
    run: async ({ db, caller, address, body, idempotency, acceptsGzip, note }) => {
      const fields: Fields = Object(body)
      const asked = actionsByName.get(nameOfAction(fields))
      if (!asked) throw incorrectAction()
      if (caller.apiKey?.test && !asked.testKeys) throw testKeyRefused()
      note({ serviceId: numberIn(fields.service), amount: numberIn(fields.quantity), orderId: numberIn(fields.order) })
      const orders = ordersOfKey({ db, caller, address })
      const services = () => v2ServiceSnapshot(db, caller.memberId)
      const answer = await asked.run({ db, orders, services, idempotency, acceptsGzip }, fields)
      if (asked.name === 'add') note({ orderId: (answer as { order: number }).order })
      return answer
    },
  })

export const apiV2ByQueryCall = apiV2('GET')
export const apiV2Call = apiV2('POST')
