import { z } from 'zod'
import { memberActor } from '#lib/audit/actor.ts'
import { call } from '#lib/core/call.ts'
import { chooseAlerts } from './choose-alerts.ts'
import { alertSettingsOf } from './queries.ts'
import { alertChoicesInput, alertSettings, phoneCodeInput } from './schema.ts'
import { sendPhoneCode, verifyPhone } from './verify-phone.ts'

export const alertsCall = call({
  method: 'GET',
  path: '/service/alerts',
  access: 'member',
  answer: alertSettings,
  run: ({ db, caller }) => alertSettingsOf(db, caller.memberId),
})

export const chooseAlertsCall = call({
  method: 'PUT',
  path: '/service/alerts',
  access: 'member',
  body: alertChoicesInput,
  answer: alertSettings,
  run: ({ db, caller, body }) => chooseAlerts(db, memberActor(caller.memberId), body),
})

export const sendAlertCodeCall = call({
  method: 'POST',
  path: '/service/alerts/phone',
  access: 'member',
  limit: 'accounts',
  answer: z.object({}),
  run: async ({ db, caller, address }) => {
    await sendPhoneCode(db, memberActor(caller.memberId), address)
    return {}
  },
})

export const verifyAlertPhoneCall = call({
  method: 'PUT',
  path: '/service/alerts/phone',
  access: 'member',
  limit: 'accounts',
  body: phoneCodeInput,
  answer: alertSettings,
  run: ({ db, caller, body }) => verifyPhone(db, memberActor(caller.memberId), body.sendCode),
})
