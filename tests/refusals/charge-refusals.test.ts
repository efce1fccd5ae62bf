import { afterEach, beforeEach, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { requestChargeCall, withdrawChargeCall } from '#lib/charges/calls.ts'
import { feeType } from '#lib/charges/labels.ts'
import { saveSettings } from '#lib/settings/testing/settings.ts'
import { send, signedIn } from '#lib/web/testing/caller.ts'
import { expectRefusals } from '#lib/web/testing/refusals.ts'

const { CASH, FEE, NONE } = feeType
const failedMessage = '오류가 발생했습니다 잠시 후 시도해 주세요.'

afterEach(() => expectBooksBalance())
beforeEach(() =>
  saveSettings({
    ENABLE_PAYMENT_TYPE: 'ALL',
    ENABLE_PAYMENT_FEE: '',
    BANKING_NAME: '국민은행',
    BANKING_ACCOUNT_NUMBER: '123-456',
    BANKING_BANKING_CODE: '004',
    BANKING_DISPLAY_TEXT: '아래로 입금',
  }),
)

const invoice = {
  company: '포인트상사',
  businessNumber: '124-81-00998',
  leader: '홍길동',
  phone: '02-123-4567',
  jobType: '도소매',
  jobType2: '전자상거래',
  address: '서울시 중구',
  email: 'tax@example.com',
}

const feeValues = { [CASH]: { phone: '010-1234-5678' }, [FEE]: invoice, [NONE]: {} }

test('a charge meets the rules in the contract’s order', async () => {
  const { headers } = await signedIn()
  const body = await expectRefusals(requestChargeCall, headers, [
    [{}, '이름을 입력해 주세요.'],
    [{ name: '   ', point: 1_000 }, '이름을 입력해 주세요.'],
    [{ name: '홍길동', point: 0 }, '충전금액을 설정해주세요'],
    [{ point: null }, '충전금액을 설정해주세요'],
    [{ point: 1_000 }, failedMessage],
  ])
  const { status, json } = await send(requestChargeCall, { headers, body: { ...body, feeType: NONE } })
  expect(status).toBe(201)
  expect(json).toEqual({
    id: expect.any(Number),
    point: 1_000,
    payAmount: 1_000,
    name: '홍길동',
    feeType: NONE,
    status: 0,
    createdAt: expect.stringMatching(/Z$/),
    expiresAt: expect.stringMatching(/Z$/),
    bank: { name: '국민은행', displayText: '아래로 입금', accountNumber: '123-456', bankingCode: '004' },
  })
})

const malformedBodies: Record<string, unknown>[] = [
  { name: 1 },
  { name: 'x'.repeat(51) },
  { name: '홍\u0000길동' },
  { point: '1000' },
  { point: -1 },
  { point: 0.5 },
  { point: 100_000_001 },
  { point: 1e300 },
  { feeType: 3 },
  { feeType: '0' },
  { feeType: CASH, feeValue: {} },
  { feeType: CASH, feeValue: { phone: '0101234567' } },
  { feeType: CASH, feeValue: 'text' },
  { feeType: FEE, feeValue: {} },
  { feeType: FEE, feeValue: { ...invoice, businessNumber: '1248100997' } },
  { feeType: FEE, feeValue: { ...invoice, email: 'nowhere' } },
  { feeType: FEE, feeValue: { ...invoice, leader: ' ' } },
  { feeValue: [] },
]

test.each(malformedBodies)('%j has the call’s sentence for a charge', async (wrong) => {
  const { headers } = await signedIn()
  const body = { name: '홍길동', point: 1_000, feeType: NONE, ...wrong }
  const { status, json } = await send(requestChargeCall, { headers, body })
  expect({ status, message: json.message, code: json.code }).toEqual({
    status: 400,
    message: failedMessage,
    code: 'BAD_INPUT',
  })
})

test('what is wrong with a receipt is said field by field', async () => {
  const { headers } = await signedIn()
  const feeValue = { ...invoice, company: '', businessNumber: '1' }
  const { json } = await send(requestChargeCall, {
    headers,
    body: { name: '홍길동', point: 1, feeType: FEE, feeValue },
  })
  expect(json.issues).toEqual([
    { path: 'feeValue.company', message: '상호를 입력해 주세요' },
    { path: 'feeValue.businessNumber', message: '사업자등록번호를 확인해 주세요' },
  ])
})

test.each([
  [CASH, 'phone', '휴대전화 번호를 입력해 주세요'],
  [FEE, 'company', '상호를 입력해 주세요'],
  [FEE, 'businessNumber', '사업자등록번호를 확인해 주세요'],
  [FEE, 'leader', '대표자명을 입력해 주세요'],
  [FEE, 'phone', '연락처를 입력해 주세요'],
  [FEE, 'jobType', '업태를 입력해 주세요'],
  [FEE, 'jobType2', '종목을 입력해 주세요'],
  [FEE, 'address', '사업장 주소를 입력해 주세요'],
  [FEE, 'email', '이메일 형식을 맞춰주세요'],
] as const)('a receipt of kind %d without its %s says so in its issues', async (kind, field, message) => {
  const { headers } = await signedIn()
  const feeValue = { ...feeValues[kind], [field]: '' }
  const { json } = await send(requestChargeCall, {
    headers,
    body: { name: '홍길동', point: 1, feeType: kind, feeValue },
  })
  expect(json).toMatchObject({ message: failedMessage, issues: [{ path: `feeValue.${field}`, message }] })
})

test.each([
  ['ALL', [CASH, FEE, NONE]],
  ['CASH_AND_FEE', [CASH, FEE]],
  ['FEE', [FEE]],
  ['CASH', [CASH]],
  ['NO_FEE', [NONE]],
] as const)('with ENABLE_PAYMENT_TYPE %s kinds %j are taken and the others are refused', async (type, kinds) => {
  await saveSettings({ ENABLE_PAYMENT_TYPE: type })
  const { headers } = await signedIn()
  for (const kind of [CASH, FEE, NONE]) {
    const body = { name: '홍길동', point: 1_000, feeType: kind, feeValue: feeValues[kind] }
    const { status } = await send(requestChargeCall, { headers, body })
    expect(status).toBe(kinds.some((each) => each === kind) ? 201 : 400)
  }
})

test('the kinds that pay the fee transfer 10 % more', async () => {
  await saveSettings({ ENABLE_PAYMENT_FEE: 'FEE' })
  const { headers } = await signedIn()
  const ask = async (kind: 0 | 1 | 2) => {
    const body = { name: '홍길동', point: 15_005, feeType: kind, feeValue: feeValues[kind] }
    return (await send(requestChargeCall, { headers, body })).json.payAmount
  }
  expect([await ask(CASH), await ask(FEE), await ask(NONE)]).toEqual([15_005, 16_506, 15_005])
})

test('the eleventh pending charge is a conflict', async () => {
  const { headers } = await signedIn()
  const ask = () => send(requestChargeCall, { headers, body: { name: '홍길동', point: 1, feeType: NONE } })
  const statuses = []
  for (let at = 0; at < 11; at++) statuses.push((await ask()).status)
  expect(statuses).toEqual([...Array(10).fill(201), 409])
  expect((await ask()).json).toEqual({ message: '진행 중인 충전 요청이 너무 많습니다.', code: 'CONFLICT' })
})

test('a withdrawn charge is not withdrawn again', async () => {
  const { headers } = await signedIn()
  const { json } = await send(requestChargeCall, { headers, body: { name: '홍길동', point: 1_000, feeType: NONE } })
  const withdraw = () => send(withdrawChargeCall, { headers, path: `/service/point/${json.id}/withdraw` })
  expect(await withdraw()).toMatchObject({ status: 200, json: { id: json.id, status: 2, point: 1_000 } })
  expect(await withdraw()).toMatchObject({ status: 409, json: { message: '이미 처리된 충전 요청이에요.' } })
})
