import { describe, expect, test } from 'vitest'
import { connectionFault, connectionStateOf, ownBaseUrlOf, secretHintOf, toStoredValues } from './rules.ts'

describe('the values of a form are stored', () => {
  test('trimmed, without unknown names and empty ones', () => {
    expect(toStoredValues('payaction', { mallId: ' shop-1 ', apiKey: '', webhookKey: ' ', other: 'x' })).toEqual({
      mallId: 'shop-1',
    })
    expect(toStoredValues('payaction', {})).toEqual({})
  })

  test('numbers without dashes and spaces, an empty choice as its default', () => {
    expect(toStoredValues('popbill', { corpNum: '124-81 - 00998', linkId: 'a-b', nameField: '3' })).toEqual({
      environment: 'REAL',
      linkId: 'a-b',
      corpNum: '1248100998',
      nameField: '3',
    })
    expect(toStoredValues('popbill', { environment: 'TEST', nameField: ' ' })).toEqual({
      environment: 'TEST',
      nameField: '1',
    })
  })
})

const popbill = {
  ...{ environment: 'REAL', linkId: 'LINK', secretKey: 'secret', corpNum: '1248100998' },
  ...{ bankCode: '0004', accountNumber: '123456', nameField: '1' },
}

describe('a form is refused at the first field that can’t be right:', () => {
  test('nothing where all can', () => {
    expect(connectionFault('popbill', popbill, [])).toBeNull()
  })

  test.each(['environment', 'linkId', 'secretKey', 'corpNum', 'nameField'])('%s missing, with where it is', (path) => {
    const fault = connectionFault('popbill', { ...popbill, [path]: undefined } as never, [])
    expect(fault).toMatchObject({ path, message: expect.stringMatching(/^.+ 값을 입력해 주세요\. .+에 있어요\.$/) })
  })

  test('a field that may be empty isn’t missed, nor a secret that is stored', () => {
    const { userId: _, bankCode: __, accountNumber: ___, secretKey, ...least } = { userId: '', ...popbill }
    expect(connectionFault('popbill', least, ['secretKey'])).toBeNull()
    expect(connectionFault('popbill', least, ['apiKey'])?.path).toBe('secretKey')
    expect(connectionFault('popbill', { ...least, secretKey }, [])).toBeNull()
  })

  test('a choice that there isn’t', () => {
    expect(connectionFault('popbill', { ...popbill, environment: 'REAL ' }, [])).toEqual({
      path: 'environment',
      message: '환경 값을 골라 주세요.',
    })
    expect(connectionFault('popbill', { ...popbill, bankCode: '9999' }, [])?.path).toBe('bankCode')
  })

  test.each([
    ['!~', null],
    ['a b', 'linkId'],
    ['a\u007f', 'linkId'],
    ['가', 'linkId'],
    ['a\n', 'linkId'],
    [' a', 'linkId'],
    ['', 'linkId'],
  ])('%j as an id or key: %s', (linkId, path) => {
    const fault = connectionFault('popbill', { ...popbill, linkId }, [])
    expect(fault?.path ?? null).toBe(path)
    if (fault) expect(fault.message).toMatch(/^링크아이디 값에는 빈칸이나 한글이 없어요/)
  })

  test.each([
    [
      'popbill',
      'corpNum',
      ['124810099', '12481009980', '124810099a', '１２４８１００９９８', ''],
      /사업자번호 열 자리/,
    ],
    ['popbill', 'accountNumber', ['12345', '1'.repeat(21), '12345a', 'a12345'], /계좌번호/],
    ['solapi', 'from', ['1234567', '1'.repeat(13), '0101234567a', 'a0101234567'], /발신번호/],
  ] as const)('%s: %s of another length or with other characters', (kind, path, wrong, sentence) => {
    const values = kind === 'popbill' ? popbill : { apiKey: 'key', apiSecret: 'secret', from: '0212345678' }
    expect(connectionFault(kind, values, [])).toBeNull()
    for (const value of wrong)
      expect(connectionFault(kind, { ...values, [path]: value }, []), value).toEqual({
        path,
        message: expect.stringMatching(sentence),
      })
  })

  test.each([
    ['popbill', { ...popbill, accountNumber: '1'.repeat(20) }],
    ['solapi', { apiKey: 'key', apiSecret: 'secret', from: '12345678' }],
    ['solapi', { apiKey: 'key', apiSecret: 'secret', from: '1'.repeat(12) }],
  ] as const)('the shortest and the longest number of %s can be right', (kind, values) => {
    expect(connectionFault(kind, values, [])).toBeNull()
  })
})

test('the environment chooses the address; a service with one address has no other', () => {
  expect(ownBaseUrlOf('popbill', { environment: 'REAL' })).toBe('https://popbill.linkhub.co.kr')
  expect(ownBaseUrlOf('popbill', { environment: 'TEST' })).toBe('https://popbill-test.linkhub.co.kr')
  expect(ownBaseUrlOf('popbill', {})).toBe('https://popbill.linkhub.co.kr')
  expect(ownBaseUrlOf('portone', { environment: 'TEST' })).toBe('https://api.portone.io')
})

test('a secret of 12 characters shows its last four, a shorter one nothing', () => {
  expect(secretHintOf('12345678wxyz')).toBe('wxyz')
  expect(secretHintOf('1234567wxyz')).toBe('')
})

const at = '2026-11-25T00:00:00Z'

test.each([
  ['NONE', { connected: false }],
  ['NONE', { connected: false, error: '키가 달라요', checkedAt: at }],
  ['FAILING', { error: '키가 달라요', checkedAt: at, verifiedAt: at }],
  ['FAILING', { error: '' }],
  ['UNCHECKED', {}],
  ['UNVERIFIED', { checkedAt: at }],
  ['VERIFIED', { checkedAt: at, verifiedAt: at }],
] as const)('a connection is %s with %o', (state, stored) => {
  const saved = { connected: true, checkedAt: null, error: null, verifiedAt: null }
  expect(connectionStateOf({ ...saved, ...stored })).toBe(state)
})
