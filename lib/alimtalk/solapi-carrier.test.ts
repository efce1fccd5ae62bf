import { expect, test } from 'vitest'
import { connectionForStaff } from '#lib/connections/queries.ts'
import { readConnection } from '#lib/connections/read-connection.ts'
import { db } from '#lib/core/db.ts'
import { makeSolapiCarrier } from './solapi-carrier.ts'
import { connectSolapi } from './testing/alerts.ts'
import { describeSolapiCarrier } from './testing/describe-solapi-carrier.ts'
import { startSolapiStandIn } from './testing/solapi-stand-in.ts'

describeSolapiCarrier('by AlimTalk', { values: {}, type: 'ATA', sentAs: 'ALIMTALK' })
describeSolapiCarrier('by text message', { values: { templateCode: '' }, type: 'SMS', sentAs: 'SMS' })

const message = {
  id: 9_001,
  to: '01012345678',
  subject: '인증번호 안내',
  body: '인증번호 12345 · 3분 안에 입력해 주세요.',
  template: { kind: 'CODE', values: { 인증번호: '12345' } },
} as const

test.each([
  ['unknown', (templates: Map<string, unknown>) => templates.delete('TP01CODE')],
  [
    'of another channel',
    (templates: Map<string, unknown>) => Object.assign(templates.get('TP01CODE') as object, { channelId: 'PF02' }),
  ],
  [
    'not approved',
    (templates: Map<string, unknown>) => Object.assign(templates.get('TP01CODE') as object, { status: 'REJECTED' }),
  ],
  [
    'with other variables',
    (templates: Map<string, unknown>) => Object.assign(templates.get('TP01CODE') as object, { content: '#{코드}' }),
  ],
])('a template that is %s gives way to a text message at once, and the console says so', async (_, change) => {
  const solapi = await startSolapiStandIn()
  await connectSolapi(solapi)
  change(solapi.state.templates)
  const connection = await readConnection(db(), 'solapi')
  if (!connection) throw new Error('not connected')
  expect(await makeSolapiCarrier(db(), connection)(message)).toMatchObject({
    kind: 'sent',
    confirmation: { sentAs: 'SMS' },
  })
  expect(solapi.messages).toMatchObject([{ type: 'SMS', text: message.body }])
  expect((await connectionForStaff(db(), 'solapi')).error).toContain(
    '인증번호 알림톡을 솔라피가 받지 않아 문자로 보냈어요',
  )
  await solapi.stop()
})

test('a shop without a Kakao channel sends text messages, a long text as a long one', async () => {
  const solapi = await startSolapiStandIn()
  await connectSolapi(solapi, { pfId: '' })
  const connection = await readConnection(db(), 'solapi')
  if (!connection) throw new Error('not connected')
  expect(await makeSolapiCarrier(db(), connection)(message)).toMatchObject({ confirmation: { sentAs: 'SMS' } })
  const long = { ...message, id: 9_002, template: null, body: '가'.repeat(46) }
  expect(await makeSolapiCarrier(db(), connection)(long)).toMatchObject({ confirmation: { sentAs: 'LMS' } })
  await solapi.stop()
})
