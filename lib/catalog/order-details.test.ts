import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firstIssue } from '#lib/core/form-errors.ts'
import { isOptionalField, MAX_DETAIL_LINES, MAX_DETAILS_LENGTH, orderDetailNames } from './detail-fields.ts'
import { providerParameters, type RawDetails, readDetails } from './order-details.ts'
import { findServiceType, rateInApiV2, type ServiceTypeName, serviceTypeNames, serviceTypeOf } from './service-types.ts'
import { linkParameter, ordersByType, quantityByType } from './testing/order-details.ts'

const refusalOf = (type: ServiceTypeName, raw: RawDetails) => firstIssue(readDetails(type, raw).rules)

describe.each(serviceTypeNames)('%s', (type) => {
  const { sent, parameters } = ordersByType[type]

  test('goes to a provider with exactly the parameters that panels document', () => {
    const { details, amount } = readDetails(type, sent)
    expect(refusalOf(type, sent)).toBeNull()
    expect(amount ?? 3).toBe(quantityByType[type])
    expect(providerParameters(type, { link: 'l', amount: amount ?? 3, details })).toEqual({
      ...linkParameter(type, 'l'),
      ...parameters,
    })
  })

  test('refuses each of its fields left empty, in Korean', () => {
    for (const field of serviceTypeOf(type).fields) {
      if (field.name === 'referringUrl' || isOptionalField(field)) continue
      const refusal = refusalOf(type, { ...sent, [field.name]: ' ' })
      expect(refusal).toEqual({ path: field.name, message: field.missing })
      expect(field.missing).toMatch(/[가-힣].*요\.$/)
    }
  })

  test('reads what it has stored to the same again', () => {
    const { details } = readDetails(type, sent)
    expect(readDetails(type, details ?? {}).details).toEqual(details)
  })
})

const refused: [ServiceTypeName, RawDetails, string, string][] = [
  ['Poll', { answerNumber: '둘' }, 'answerNumber', '투표할 답 번호는 1에서 100 사이의 정수로 입력해 주세요.'],
  ['Poll', { answerNumber: 0 }, 'answerNumber', '투표할 답 번호는 1에서 100 사이의 정수로 입력해 주세요.'],
  ['Poll', { answerNumber: 1.5 }, 'answerNumber', '투표할 답 번호는 1에서 100 사이의 정수로 입력해 주세요.'],
  ['Mentions Hashtag', { hashtag: '봄 여름' }, 'hashtag', '해시태그는 띄어쓰기 없이 하나만 입력해 주세요.'],
  ['Comment Likes', { username: 'a\nb' }, 'username', '계정은 띄어쓰기 없이 하나만 입력해 주세요.'],
  ['Comment Likes', { username: 'x'.repeat(101) }, 'username', '댓글을 쓴 계정: 100자까지 입력할 수 있어요.'],
  ['Mentions Media Likers', { media: '내 게시물' }, 'media', '게시물 주소를 올바르게 입력해 주세요.'],
  [
    'Custom Comments',
    { comments: `좋아요\n${'가'.repeat(501)}` },
    'comments',
    '댓글 2번째: 500자까지 입력할 수 있어요.',
  ],
  ['Custom Comments', { comments: ['좋아요', '\u0007'] }, 'comments', '2번째 댓글에 쓸 수 없는 글자가 있어요.'],
  ['Custom Comments', { comments: ['\ud83d'] }, 'comments', '1번째 댓글에 쓸 수 없는 글자가 있어요.'],
  [
    'Custom Comments',
    { comments: 'a\n'.repeat(MAX_DETAIL_LINES + 1) },
    'comments',
    '댓글: 한 번에 5,000줄까지 넣을 수 있어요.',
  ],
  [
    'Custom Comments',
    { comments: `${'가'.repeat(499)}\n`.repeat(MAX_DETAILS_LENGTH / 500 + 1) },
    'comments',
    '내용을 모두 합쳐 75,000자까지 넣을 수 있어요. 나눠서 주문해 주세요.',
  ],
  ['Web Traffic', { country: '한국' }, 'country', '국가는 KR처럼 두 글자 코드나 영어 이름으로 입력해 주세요.'],
  ['Web Traffic', { country: 'KR', device: 6 }, 'device', '기기를 1에서 5 사이의 번호로 골라 주세요.'],
  [
    'Web Traffic',
    { country: 'KR', device: 1, typeOfTraffic: 4 },
    'typeOfTraffic',
    '유입 경로를 1에서 3 사이의 번호로 골라 주세요.',
  ],
  ['Web Traffic', { country: 'KR', device: 1, typeOfTraffic: 2 }, 'referringUrl', '유입 사이트 주소를 입력해 주세요.'],
]

test.each(refused.map(([type, raw, path, message]) => ({ type, raw, path, message })))(
  '$type is refused at $path: $message',
  ({ type, raw, path, message }) => {
    expect(refusalOf(type, raw)).toEqual({ path, message })
  },
)

test('a field that the type doesn’t ask for, or not for this choice, is neither stored nor sent', () => {
  expect(readDetails('Default', { comments: 'a', username: 'b' }).details).toBeNull()
  const { details } = readDetails('Web Traffic', {
    ...ordersByType['Web Traffic'].sent,
    typeOfTraffic: 3,
  })
  expect(details).toEqual({ country: 'KR', device: 5, typeOfTraffic: 3 })
})

const anyValue = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.integer(),
  fc.double(),
  fc.constant(null),
  fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 }),
)
const anyDetails = fc.record(Object.fromEntries(orderDetailNames.map((name) => [name, anyValue])), { requiredKeys: [] })

test('whatever is sent, what passes the rules is one line a line, storable, and sent as it was counted', () => {
  fc.assert(
    fc.property(fc.constantFrom(...serviceTypeNames), anyDetails, (type, raw) => {
      const { details, amount, rules } = readDetails(type, raw as RawDetails)
      if (firstIssue(rules)) return
      const sent = providerParameters(type, { link: 'l', amount: amount ?? 1, details })
      const { quantity } = serviceTypeOf(type)
      if (typeof quantity === 'object')
        expect(String(sent[quantity.linesOf]).split(/\r\n|[\r\n]/)).toHaveLength(amount ?? 0)
      for (const text of Object.values(sent)) expect(String(text).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cs}]/u)
    }),
  )
})

test('providers’ spellings of a type are known, other types are not', () => {
  expect(
    ['default', 'custom_comments', 'Mentions Users Followers', 'INVITES FROM GROUPS', 'seo'].map(findServiceType),
  ).toEqual(['Default', 'Custom Comments', 'Mentions User Followers', 'Invites from Groups', 'SEO'])
  expect(['Subscription', 'SEO2', '', '기본'].map(findServiceType)).toEqual([null, null, null, null])
})

test('the rate of a package is its price, of any other type that of a thousand', () => {
  expect(rateInApiV2('Package', 330_000n)).toBe('3.3')
  expect(rateInApiV2('Custom Comments Package', 1n)).toBe('0.00001')
  expect(rateInApiV2('Custom Comments', 330_000n)).toBe('3300')
})
