import { expect, test } from 'vitest'
import { OutgoingError } from '#lib/core/outgoing.ts'
import { callProvider } from '#lib/providers/call-provider.ts'
import { providerErrorText } from '#lib/providers/staff-labels.ts'
import { taskCauseText } from './task-texts.ts'

const causeOf = (error: string) =>
  taskCauseText({
    kind: 'PROVIDER_DOWN',
    refType: 'provider',
    refId: 1,
    detail: { error },
    refund: null,
    memberId: null,
    serviceText: null,
    providerName: null,
  })

test('a task says in Korean why a provider can’t be asked, also when the shop’s own key is the reason', async () => {
  const upstream = {
    id: 1,
    apiUrl: 'https://provider.example',
    encryptedKey: Buffer.from([0]),
    dialect: 'FORM',
  } as const
  const reply = await callProvider(upstream, { action: 'balance' })
  expect(reply.kind === 'unsent' && causeOf(reply.error)).toBe(
    '저장된 API 키를 읽을 수 없어요. 공급사에 키를 다시 저장해 주세요.',
  )
  const { message } = new OutgoingError('UNREACHABLE', false, 'connect ECONNREFUSED 203.0.113.5:443')
  expect(causeOf(message)).toBe('공급사에 연결할 수 없어요. (connect ECONNREFUSED 203.0.113.5:443)')
  expect(causeOf('HTTP 502 without readable JSON')).toBe('읽을 수 없는 응답이에요. (HTTP 502)')
})

test('what a provider answered stays as it is', () => {
  for (const answer of ['Incorrect request', 'ERROR: no funds', 'constructor', 'HTTP 429', ''])
    expect(providerErrorText(answer)).toBe(answer)
})
