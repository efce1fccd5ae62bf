import { z } from 'zod'
import { type Call, call } from '#lib/core/call.ts'
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
    form: { read: readRequest, refuse: answerRefusal },
    answer: z.union(actions.map(({ answer }) => answer)),
    run: async ({ db, caller, body, idempotency, acceptsGzip }) => {
      const fields: Fields = Object(body)
      const asked = actionsByName.get(nameOfAction(fields))
      if (!asked) throw incorrectAction()
      const { memberId, apiKey } = caller
      return asked.run({ db, memberId, apiKeyId: apiKey?.id, idempotency, acceptsGzip }, fields)
    },
  })

export const apiV2ByQueryCall = apiV2('GET')
export const apiV2Call = apiV2('POST')
