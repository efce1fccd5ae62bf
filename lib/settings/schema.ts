import { z } from 'zod'
import { boundedList, cutLine, cutText, seenFields, trimmedText } from '#lib/core/text.ts'

/** Matches text without control characters and without characters that change the writing direction. */
const visibleText = /^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u
const notTextMessage = '글자로 입력해 주세요'
const sentenceSetting = trimmedText(500, { error: notTextMessage, tooLong: '500자까지 쓸 수 있어요' }).regex(
  visibleText,
  '줄바꿈이나 보이지 않는 글자는 쓸 수 없어요',
)
const yesOrNo = z.boolean('켬(true)이나 끔(false)이어야 해요')
const switchOffByDefault = yesOrNo.default(false)
const switchOnByDefault = yesOrNo.default(true)
const number = z.number('숫자로 입력해 주세요')
const wholeWon = z.int('원 단위 정수로 입력해 주세요')

/** True for '' and for a valid URL that matches `start`. */
const isUrl = (value: string, start: RegExp) => value === '' || (start.test(value) && URL.canParse(value))
const linkSetting = (start: RegExp, message: string) => sentenceSetting.refine((value) => isUrl(value, start), message)
const choiceSetting = <const T extends readonly string[]>(names: T) => z.enum(names, '보기 가운데 하나를 골라 주세요')

/** Settings that everybody can read, with their defaults, in the sequence of docs/contract.md#settings. */
const publicSettings = {
  FOOTER_COMPANY: sentenceSetting.default('포인트샵'),
  FOOTER_ADDRESS: sentenceSetting.default(''),
  FOOTER_CORPORATION_NUMBER: sentenceSetting.default(''),
  FOOTER_CORPORATION_MARKET_NUMBER: sentenceSetting.default(''),
  FOOTER_CEO: sentenceSetting.default(''),
  FOOTER_CEO_PHONE_NUMBER: sentenceSetting.default(''),
  BANKING_NAME: sentenceSetting.default(''),
  BANKING_DISPLAY_TEXT: sentenceSetting.default(''),
  BANKING_ACCOUNT_NUMBER: cutLine(40, notTextMessage)
    .regex(/^[\d-]{0,40}$/, '숫자와 -만 40자까지 쓸 수 있어요')
    .default(''),
  BANKING_BANKING_CODE: cutLine(3, notTextMessage)
    .regex(/^(\d{3})?$/, '은행 코드는 숫자 3자예요')
    .default(''),
  SITE_KAKAO_CHANNEL_LINK: linkSetting(/^https:\/\/\S+$/i, 'https://로 시작하는 주소를 입력해 주세요').default(''),
  SITE_KAKAO_TEXT: sentenceSetting.default('카카오톡 상담'),
  SITE_MAIN_COLOR: cutText(7, notTextMessage)
    .regex(/^(#[\da-f]{6})?$/i, '#2563eb처럼 # 뒤에 6자로 입력해 주세요')
    .default('#2563eb'),
  /** Receipt kinds for which a charge costs 10 % more (docs/contract.md#receipt-kinds). */
  ENABLE_PAYMENT_FEE: choiceSetting(['', 'FEE', 'CASH', 'ALL']).default(''),
  /** Receipt kinds that a member can choose for a charge. */
  ENABLE_PAYMENT_TYPE: choiceSetting(['ALL', 'CASH_AND_FEE', 'FEE', 'CASH', 'NO_FEE']).default('ALL'),
  ENABLE_PHONE_NUMBER: switchOffByDefault,
  ENABLE_SERVICE_CHECK: switchOffByDefault,
  ENABLE_REFERRAL: switchOffByDefault,
  ENABLE_VISIBLE_SERVICE_ID: switchOffByDefault,
  ENABLE_EMAIL_VERIFY: switchOffByDefault,
  ENABLE_SNS_NAVER: switchOffByDefault,
  ENABLE_SNS_KAKAO: switchOffByDefault,
  ENABLE_TOSS_PAYMENT: switchOffByDefault,
  ENABLE_QNA: switchOnByDefault,
  SNS_NAVER_CLIENT_ID: sentenceSetting.default(''),
  SNS_NAVER_STATE: sentenceSetting.default(''),
  SNS_NAVER_REDIRECT_URL: linkSetting(
    /^https?:\/\/\S+$/i,
    'http:// 또는 https://로 시작하는 주소를 입력해 주세요',
  ).default(''),
  SNS_KAKAO_TOKEN: sentenceSetting.default(''),
  POINT_CHARGE_BUTTON_OPTIONS: boundedList(wholeWon.min(1, '1원부터예요').max(100_000_000, '1억원까지예요'), 12, {
    error: '금액의 목록이어야 해요',
    tooLong: '버튼은 12개까지예요',
  })
    .refine((amounts) => new Set(amounts).size === amounts.length, '같은 금액의 버튼이 있어요')
    .default([1_000, 5_000, 10_000, 50_000, 100_000, 500_000]),
}

/** Settings that only staff can read (docs/contract.md#settings). */
const staffSettings = {
  /** Referral reward in percent of the referred member's first credited charge. */
  REFERRAL_REWARD_PERCENT: number.min(0, '0%부터예요').max(100, '100%까지예요').default(0),
  /** In points. A larger adjustment of a member's points needs a second OWNER. */
  ADJUSTMENT_LIMIT: wholeWon.min(0, '0P부터예요').max(1_000_000_000, '10억P까지예요').default(1_000_000),
  /**
   * Maximum, in won, that one staff member may approve alone: APPROVAL_LIMIT in one act, DAILY_LIMIT in one day in
   * Seoul. 0 means no limit.
   */
  APPROVAL_LIMIT: wholeWon.min(0, '0원부터예요').max(1_000_000_000, '10억원까지예요').default(1_000_000),
  DAILY_LIMIT: wholeWon.min(0, '0원부터예요').max(10_000_000_000, '100억원까지예요').default(5_000_000),
  /**
   * Whether to issue the cash receipts that the law requires for charges without a receipt, from 100,000 won a day
   * (docs/contract.md#receipts).
   */
  ISSUE_MANDATORY_RECEIPTS: switchOffByDefault,
  /** Minutes without an HTTP request after which a staff session ends. */
  STAFF_IDLE_MINUTES: z.int('분 단위 정수로 입력해 주세요').min(5, '5분부터예요').max(720, '720분까지예요').default(30),
}

export const settingsSchema = z.object({ ...publicSettings, ...staffSettings })

export type Settings = z.output<typeof settingsSchema>
export type SettingKey = keyof Settings
type PublicSettingKey = keyof typeof publicSettings

export const settingKeys = Object.keys(settingsSchema.shape) as SettingKey[]
export const publicSettingKeys = Object.keys(publicSettings) as PublicSettingKey[]

/** Builds the settings from stored rows; a missing or invalid value becomes the default. */
export function settingsFromRows(rows: readonly { key: string; value: unknown }[]): Settings {
  const stored = new Map(rows.map((row) => [row.key, row.value]))
  const entries = settingKeys.map((key) => {
    const field = settingsSchema.shape[key]
    const parsed = field.safeParse(stored.get(key))
    return [key, parsed.success ? parsed.data : field.parse(undefined)]
  })
  return Object.fromEntries(entries) as Settings
}

/**
 * Body of a save: any of the settings; absent and null ones keep their values (docs/contract.md#editable-lists). `seen`
 * contains the values that the settings page had loaded. The save is refused if somebody else has changed one of the
 * settings to save since then.
 */
export const settingsInput = z.looseObject({ seen: seenFields.nullish() }).transform(({ seen, ...given }, context) => {
  const entries = settingKeys
    .filter((key) => Object.hasOwn(given, key) && given[key] !== null)
    .map((key) => {
      const parsed = settingsSchema.shape[key].safeParse(given[key])
      for (const { message } of parsed.error?.issues ?? []) context.addIssue({ code: 'custom', path: [key], message })
      return [key, parsed.data]
    })
  const seenValues = (seen ?? {}) as Readonly<Record<string, unknown>>
  return { values: Object.fromEntries(entries) as Partial<Settings>, seen: seenValues }
})

/**
 * Response of GET /service/settings: values are booleans, strings, or one array of numbers (docs/contract.md#settings).
 */
export const settingList = z.array(
  z.strictObject({ key: z.enum(publicSettingKeys), value: z.union([z.boolean(), z.string(), z.array(z.number())]) }),
)
