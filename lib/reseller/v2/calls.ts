import { z } from 'zod'
import { testKeyRefused } from '#lib/api-keys/errors.ts'
import { type Call, call } from '#lib/core/call.ts'
import { ordersOfKey } from '../key-orders.ts'
import { actions } from './actions.ts'
import { answerRefusal } from './answer-refusal.ts'
import { incorrectAction } from './errors.ts'
import { readRequest } from './read-request.ts'
import { type Fields, nameOfAction } from './rules.ts'

const actionsByName = new Map(actions.map((each) => [each.name, each]))

const apiV2 = (method: 'GET' | 'POST'): Call =>
  call({
    method,
    path: '/api/v2',
    access: 'api-key',
    idempotent: true,
    testKeys: true,
    form: { read: readRequest, refuse: answerRefusal },
    answer: z.union(actions.map(({ answer }) => answer)),
    run: async ({ db, caller, address, body, idempotency, acceptsGzip }) => {
      const fields: Fields = Object(body)
      const asked = actionsByName.get(nameOfAction(fields))
      if (!asked) throw incorrectAction()
      if (caller.apiKey?.test && !asked.testKeys) throw testKeyRefused()
      const orders = ordersOfKey({ db, caller, address })
      return asked.run({ db, orders, idempotency, acceptsGzip }, fields)
    },
  })

export const apiV2ByQueryCall = apiV2('GET')
export const apiV2Call = apiV2('POST')
