import { memberActor } from '#lib/audit/actor.ts'
import { call } from '#lib/core/call.ts'
import { chooseAlerts } from './choose-alerts.ts'
import { alertsOf } from './queries.ts'
import { alertChoicesInput, alertState } from './schema.ts'

export const alertsCall = call({
  method: 'GET',
  path: '/service/alerts',
  access: 'member',
  answer: alertState,
  run: ({ db, caller }) => alertsOf(db, caller.memberId),
})

export const chooseAlertsCall = call({
  method: 'PUT',
  path: '/service/alerts',
  access: 'member',
  body: alertChoicesInput,
  answer: alertState,
  run: ({ db, caller, body }) => chooseAlerts(db, memberActor(caller.memberId), body),
})
