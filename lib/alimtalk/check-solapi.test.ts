import { afterEach, beforeEach, expect, test } from 'vitest'
import { someStaff } from '#lib/audit/testing/actors.ts'
import { checkConnection } from '#lib/connections/checks/check-connection.ts'
import { connectionForStaff } from '#lib/connections/queries.ts'
import { db } from '#lib/core/db.ts'
import { solapiSentences } from './labels.ts'
import { connectSolapi } from './testing/alerts.ts'
import { type SolapiStandIn, startSolapiStandIn } from './testing/solapi-stand-in.ts'

let solapi: SolapiStandIn

beforeEach(async () => {
  solapi = await startSolapiStandIn()
})
afterEach(() => solapi.stop())

const check = async (values: Record<string, string> = {}) => {
  await connectSolapi(solapi, values)
  return checkConnection(db(), someStaff, { kind: 'solapi' })
}

const templateOf = (id: string) =>
  solapi.state.templates.get(id) as { status: string; content: string; channelId: string }

test('right values pass, and no message is sent', async () => {
  expect(await check()).toMatchObject({ state: 'UNVERIFIED', error: null })
  expect(solapi.requests.every(({ requestKind }) => requestKind === 'check')).toBe(true)
  expect(await check({ templateHold: '', templateOrder: '', pfId: 'PF01STANDIN' })).toMatchObject({ error: null })
})

const cases: readonly (readonly [string, Record<string, string>, (() => unknown) | null, string])[] = [
  ['a wrong secret', { apiSecret: 'WRONG' }, null, solapiSentences.secret],
  ['a wrong key', { apiKey: 'NCSWRONG' }, null, solapiSentences.key],
  ['a sender number that is not registered', { from: '0299999999' }, null, solapiSentences.sender('0299999999')],
  [
    'a sender number that is not active',
    {},
    () => Object.assign(solapi.state.senders[0] ?? {}, { status: 'PENDING' }),
    solapiSentences.sender('0212345678'),
  ],
  ['an empty balance', {}, () => Object.assign(solapi.state, { balance: 0 }), solapiSentences.balance],
  ['templates without a channel', { pfId: '' }, null, solapiSentences.channel],
  ['an unknown template', { templateCharge: 'TP01NONE' }, null, solapiSentences.templateUnknown('충전 완료')],
  [
    'a template in review',
    {},
    () => Object.assign(templateOf('TP01ORDER'), { status: 'INSPECTING' }),
    solapiSentences.templateState('주문 완료', '검수 중'),
  ],
  [
    'a rejected template',
    {},
    () => Object.assign(templateOf('TP01CODE'), { status: 'REJECTED' }),
    solapiSentences.templateState('인증번호', '반려'),
  ],
  [
    'a template with another text',
    {},
    () => Object.assign(templateOf('TP01HOLD'), { content: '#{상점명} 광고' }),
    solapiSentences.templateText('자동주문 일시 중지'),
  ],
  [
    'a template of another channel',
    {},
    () => Object.assign(templateOf('TP01CHARGE'), { channelId: 'PF02' }),
    solapiSentences.templateChannel('충전 완료'),
  ],
  [
    'a service that answers errors',
    {},
    () => Object.assign(solapi.state, { faultOf: () => '5xx' }),
    solapiSentences.unreachable,
  ],
  [
    'a service that asks to wait',
    {},
    () => Object.assign(solapi.state, { faultOf: () => 'busy' }),
    solapiSentences.busy,
  ],
  [
    'a service that breaks off',
    {},
    () => Object.assign(solapi.state, { faultOf: () => 'cut' }),
    solapiSentences.unreachable,
  ],
  [
    'an answer that cannot be read',
    {},
    () => Object.assign(solapi.state, { faultOf: () => 'garbled' }),
    solapiSentences.unreadable,
  ],
  [
    'an error within a success',
    {},
    () => Object.assign(solapi.state, { faultOf: () => 'error' }),
    solapiSentences.refused('InternalError'),
  ],
]

test.each(cases)('%s is told with what to do', async (_, values, change, sentence) => {
  change?.()
  await expect(check(values)).rejects.toMatchObject({ code: 'CONFLICT', message: sentence })
  expect(await connectionForStaff(db(), 'solapi')).toMatchObject({ state: 'FAILING', error: sentence })
  expect(sentence).not.toMatch(/STANDINSECRET|WRONG/)
})
