import { expect, test } from 'vitest'
import { maskSetting, verificationsWithoutCarrier } from './rules.ts'

test.each(['SNS_NAVER_STATE', 'SNS_KAKAO_TOKEN'] as const)(
  'of the secret %s only the last four characters are shown, of a short one none',
  (key) => {
    expect(maskSetting(key, 'abcdefgh1234')).toBe('••••1234')
    expect(maskSetting(key, 'abcdefg1234')).toBe('••••')
    expect(maskSetting(key, 'a')).toBe('••••')
  },
)

test('of a telephone number the last four digits are shown', () => {
  expect(maskSetting('FOOTER_CEO_PHONE_NUMBER', '010-1234-5678')).toBe('••••5678')
  expect(maskSetting('FOOTER_CEO_PHONE_NUMBER', '1588')).toBe('••••1588')
})

test('what is neither a secret nor a telephone number is shown as it is', () => {
  expect(maskSetting('FOOTER_COMPANY', '포인트샵 주식회사')).toBe('포인트샵 주식회사')
  expect(maskSetting('APPROVAL_LIMIT', 1_000_000)).toBe(1_000_000)
  expect(maskSetting('SNS_KAKAO_TOKEN', null)).toBeNull()
})

test('an empty value is shown as empty, so that staff see that it is missing', () => {
  expect(maskSetting('SNS_KAKAO_TOKEN', '')).toBe('')
  expect(maskSetting('FOOTER_CEO_PHONE_NUMBER', '')).toBe('')
})

test('a masked value is masked no further', () => {
  for (const key of ['SNS_KAKAO_TOKEN', 'FOOTER_CEO_PHONE_NUMBER'] as const) {
    expect(maskSetting(key, '••••12345678')).toBe('••••12345678')
    expect(maskSetting(key, maskSetting(key, '010-1234-5678'))).toBe('••••5678')
  }
  expect(maskSetting('SNS_KAKAO_TOKEN', 'token••••5678')).toBe('••••5678')
})

test('a verification without a carrier is one that is on while nothing sends its codes', () => {
  const both = { ENABLE_EMAIL_VERIFY: true, ENABLE_PHONE_NUMBER: true }
  expect(verificationsWithoutCarrier(both, ['EMAIL', 'SMS'])).toEqual(['ENABLE_EMAIL_VERIFY', 'ENABLE_PHONE_NUMBER'])
  expect(verificationsWithoutCarrier(both, ['SMS'])).toEqual(['ENABLE_PHONE_NUMBER'])
  expect(verificationsWithoutCarrier(both, [])).toEqual([])
  expect(verificationsWithoutCarrier({ ...both, ENABLE_EMAIL_VERIFY: false }, ['EMAIL'])).toEqual([])
})
