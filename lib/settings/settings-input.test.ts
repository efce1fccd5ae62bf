import { describe, expect, test } from 'vitest'
import { settingGroups, settingLabels, settingValueText } from './labels.ts'
import { maskSetting } from './rules.ts'
import { type SettingKey, type Settings, settingKeys, settingsInput, settingsSchema } from './schema.ts'

type Values = { good: unknown[]; bad: unknown[] }

/** Values that every setting must refuse, whatever its kind. */
const hostileValues = [
  {},
  [[]],
  { $gt: '' },
  [{}],
  '\u0000',
  '줄\n바꿈',
  'x'.repeat(501),
  Number.POSITIVE_INFINITY,
  -1,
  0.5,
  '__proto__\u0007',
]

const sentenceValues: Values = { good: ['', '가나다 (주) 1-2', '<script>', "' OR 1=1"], bad: [1, true, ['a']] }
const booleanValues: Values = { good: [true, false], bad: ['true', 'false', 1, 0, ''] }

const valuesByKey: Record<SettingKey, Values> = {
  FOOTER_COMPANY: sentenceValues,
  FOOTER_ADDRESS: sentenceValues,
  FOOTER_CORPORATION_NUMBER: sentenceValues,
  FOOTER_CORPORATION_MARKET_NUMBER: sentenceValues,
  FOOTER_CEO: sentenceValues,
  FOOTER_CEO_PHONE_NUMBER: sentenceValues,
  BANKING_NAME: sentenceValues,
  BANKING_DISPLAY_TEXT: sentenceValues,
  BANKING_ACCOUNT_NUMBER: { good: ['', '123-456-7890'], bad: ['12a', '1 2', '1'.repeat(41), '１２３', 5] },
  BANKING_BANKING_CODE: { good: ['', '004'], bad: ['4', '0040', 'abc', 4] },
  SITE_KAKAO_CHANNEL_LINK: {
    good: ['', 'https://pf.kakao.com/_shop'],
    bad: [
      'http://pf.kakao.com/_shop',
      'javascript:alert(1)',
      'https://',
      'https:pf.kakao.com',
      'pf.kakao.com',
      ' https://a b',
    ],
  },
  SITE_KAKAO_TEXT: sentenceValues,
  SITE_MAIN_COLOR: {
    good: ['', '#2563eb', '#FFD400'],
    bad: ['red', '#fff', '2563eb', '#2563eb;}', '#2563eg', ' #2563eb'],
  },
  ENABLE_PAYMENT_FEE: { good: ['', 'FEE', 'CASH', 'ALL'], bad: ['NONE', 'fee', true] },
  ENABLE_PAYMENT_TYPE: { good: ['ALL', 'CASH_AND_FEE', 'FEE', 'CASH', 'NO_FEE'], bad: ['', 'NONE', 'all', 0] },
  ENABLE_PHONE_NUMBER: booleanValues,
  ENABLE_SERVICE_CHECK: booleanValues,
  ENABLE_REFERRAL: booleanValues,
  ENABLE_VISIBLE_SERVICE_ID: booleanValues,
  ENABLE_EMAIL_VERIFY: booleanValues,
  ENABLE_SNS_NAVER: booleanValues,
  ENABLE_SNS_KAKAO: booleanValues,
  ENABLE_TOSS_PAYMENT: booleanValues,
  ENABLE_QNA: booleanValues,
  SNS_NAVER_CLIENT_ID: sentenceValues,
  SNS_NAVER_STATE: sentenceValues,
  SNS_NAVER_REDIRECT_URL: {
    good: ['', 'https://shop.example.com/auth/naver', 'http://127.0.0.1:3000/auth/naver'],
    bad: ['shop.example.com', 'javascript:alert(1)', 'ftp://a'],
  },
  SNS_KAKAO_TOKEN: sentenceValues,
  POINT_CHARGE_BUTTON_OPTIONS: {
    good: [[], [500], [15_000, 1_000]],
    bad: [
      [0],
      [1.5],
      ['1000'],
      [1_000, 1_000],
      [100_000_001],
      Array.from({ length: 13 }, (_, at) => at + 1),
      '1000',
      [null],
    ],
  },
  REFERRAL_REWARD_PERCENT: { good: [0, 2.5, 100], bad: [-1, 100.1, '5', Number.NaN] },
  APPROVAL_LIMIT: { good: [0, 1_000_000_000], bad: [-1, 0.5, 1_000_000_001, '0', Number.NaN] },
  DAILY_LIMIT: { good: [0, 10_000_000_000], bad: [-1, 0.5, 10_000_000_001, '0', Number.NaN] },
  ISSUE_MANDATORY_RECEIPTS: booleanValues,
  STAFF_IDLE_MINUTES: { good: [5, 30, 720], bad: [0, 4, 7.5, 721, '30'] },
  ADJUSTMENT_LIMIT: { good: [0, 1_000_000], bad: [-1, 1.5, 1_000_000_001, '5'] },
}

const parseSetting = (key: SettingKey, value: unknown) => settingsInput.safeParse({ [key]: value })

describe.each(settingKeys)('%s', (key) => {
  const { good, bad } = valuesByKey[key]

  test('takes what it is for', () => {
    for (const value of good)
      expect(parseSetting(key, value).data, String(value)).toEqual({ values: { [key]: value }, seen: {} })
  })

  test('refuses all other values, in Korean and at its own name', () => {
    const others = key === 'REFERRAL_REWARD_PERCENT' ? hostileValues.filter((each) => each !== 0.5) : hostileValues
    for (const value of [...bad, ...others]) {
      const issue = parseSetting(key, value).error?.issues[0]
      expect({ value, path: issue?.path }).toEqual({ value, path: [key] })
      expect(issue?.message).toMatch(/[가-힣]/)
    }
  })

  test('has a name, an explanation, a place and a value in words', () => {
    const { name, help } = settingLabels[key]
    expect([name, help].every((words) => /\p{L}/u.test(words))).toBe(true)
    expect(settingGroups.filter(({ keys }) => keys.includes(key))).toHaveLength(1)
    for (const value of good) expect(settingValueText(key, value)).not.toMatch(/^(true|false|)$/)
  })
})

test('names of no setting, and null, save nothing', () => {
  const given = JSON.parse('{"FOOTER_CEO":null,"NONE":1,"__proto__":{"FOOTER_CEO":"x"},"constructor":1}')
  expect(settingsInput.parse(given)).toEqual({ values: {}, seen: {} })
})

test.each([{ seen: 'text' }, { seen: 1 }, { seen: true }, { seen: [] }])(
  'what its saver saw before is an object: not %j',
  (wrong) => {
    expect(settingsInput.safeParse({ FOOTER_CEO: '가', ...wrong }).success).toBe(false)
  },
)

test('of a secret or a person’s number histories show the end at most, however often it is masked', () => {
  const shown = (key: SettingKey, value: unknown) => maskSetting(key, maskSetting(key, value))
  expect(shown('SNS_KAKAO_TOKEN', 'abcdefghijkl1234')).toBe('••••1234')
  expect(shown('SNS_KAKAO_TOKEN', 'short')).toBe('••••')
  expect(shown('FOOTER_CEO_PHONE_NUMBER', '02-123-4567')).toBe('••••4567')
  expect(shown('BANKING_ACCOUNT_NUMBER', '123-456')).toBe('123-456')
})

test('every default is one that could be saved', () => {
  const defaults = settingsSchema.parse({}) as Settings
  expect(settingsInput.parse(defaults).values).toEqual(defaults)
})
