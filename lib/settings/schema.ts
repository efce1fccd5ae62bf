import { z } from 'zod'

const sentence = z.string().trim().max(500)
const off = z.boolean().default(false)
const on = z.boolean().default(true)

/** Every key of spec 3, in its order, with what holds while there is no row of it. */
const publicSettings = {
  FOOTER_COMPANY: sentence.default('포인트샵'),
  FOOTER_ADDRESS: sentence.default(''),
  FOOTER_CORPORATION_NUMBER: sentence.default(''),
  FOOTER_CORPORATION_MARKET_NUMBER: sentence.default(''),
  FOOTER_CEO: sentence.default(''),
  FOOTER_CEO_PHONE_NUMBER: sentence.default(''),
  BANKING_NAME: sentence.default(''),
  BANKING_DISPLAY_TEXT: sentence.default(''),
  BANKING_ACCOUNT_NUMBER: z
    .string()
    .trim()
    .regex(/^[\d-]{0,40}$/)
    .default(''),
  BANKING_BANKING_CODE: z
    .string()
    .trim()
    .regex(/^(\d{3})?$/)
    .default(''),
  SITE_KAKAO_CHANNEL_LINK: z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(500)]).default(''),
  SITE_KAKAO_TEXT: sentence.default('카카오톡 상담'),
  SITE_MAIN_COLOR: z
    .string()
    .regex(/^(#[\da-f]{6})?$/i)
    .default('#2563eb'),
  /** Which receipt kinds pay 10 % more (decisions 4). */
  ENABLE_PAYMENT_FEE: z.enum(['', 'FEE', 'CASH', 'ALL']).default(''),
  ENABLE_PAYMENT_TYPE: z.enum(['ALL', 'CASH_AND_FEE', 'FEE', 'CASH', 'NO_FEE']).default('ALL'),
  ENABLE_PHONE_NUMBER: off,
  ENABLE_SERVICE_CHECK: off,
  ENABLE_REFERRAL: off,
  ENABLE_VISIBLE_SERVICE_ID: off,
  ENABLE_EMAIL_VERIFY: off,
  ENABLE_SNS_NAVER: off,
  ENABLE_SNS_KAKAO: off,
  ENABLE_TOSS_PAYMENT: off,
  ENABLE_QNA: on,
  SNS_NAVER_CLIENT_ID: sentence.default(''),
  SNS_NAVER_STATE: sentence.default(''),
  SNS_NAVER_REDIRECT_URL: sentence.default(''),
  SNS_KAKAO_TOKEN: sentence.default(''),
  POINT_CHARGE_BUTTON_OPTIONS: z
    .array(z.int().min(1).max(100_000_000))
    .max(12)
    .default([1_000, 5_000, 10_000, 50_000, 100_000, 500_000]),
}

/** Never told to visitors (decisions 5, 6). */
const staffSettings = {
  /** Of the referred member's first accepted charge. */
  REFERRAL_REWARD_PERCENT: z.number().min(0).max(100).default(0),
  /** In points; above it a second OWNER confirms. */
  ADJUSTMENT_LIMIT: z.int().min(0).max(1_000_000_000).default(1_000_000),
}

export const settingsSchema = z.object({ ...publicSettings, ...staffSettings })

export type Settings = z.output<typeof settingsSchema>
type SettingKey = keyof Settings
type PublicSettingKey = keyof typeof publicSettings

export const settingKeys = Object.keys(settingsSchema.shape) as SettingKey[]
export const publicSettingKeys = Object.keys(publicSettings) as PublicSettingKey[]

/** The settings that stored rows make: a missing or impossible value gives way to its default. */
export function settingsFromRows(rows: readonly { key: string; value: unknown }[]): Settings {
  const stored = new Map(rows.map((row) => [row.key, row.value]))
  const entries = settingKeys.map((key) => {
    const field = settingsSchema.shape[key]
    const parsed = field.safeParse(stored.get(key))
    return [key, parsed.success ? parsed.data : field.parse(undefined)]
  })
  return Object.fromEntries(entries) as Settings
}

/** What staff save: any of the keys; absent and null ones stay as they are (decisions 6). */
export const settingsInput = z.record(z.string(), z.unknown()).transform((given, context): Partial<Settings> => {
  const entries = settingKeys
    .filter((key) => Object.hasOwn(given, key) && given[key] !== null)
    .map((key) => {
      const parsed = settingsSchema.shape[key].safeParse(given[key])
      for (const { message } of parsed.error?.issues ?? []) context.addIssue({ code: 'custom', path: [key], message })
      return [key, parsed.data]
    })
  return Object.fromEntries(entries)
})

/** GET /service/settings: booleans, one number array, strings (decisions 6). */
export const settingList = z.array(
  z.strictObject({ key: z.enum(publicSettingKeys), value: z.union([z.boolean(), z.string(), z.array(z.number())]) }),
)
