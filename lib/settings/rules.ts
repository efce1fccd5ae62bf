import type { Channel } from '#lib/messages/labels.ts'
import type { SettingKey, Settings } from './schema.ts'

const secretSettings: readonly SettingKey[] = ['SNS_NAVER_STATE', 'SNS_KAKAO_TOKEN']
const personalSettings: readonly SettingKey[] = ['FOOTER_CEO_PHONE_NUMBER']
/** Stands for the characters that are not shown. */
const MASK = '••••'

/**
 * Masks a setting's value for display. Of a secret or phone number only the last four characters stay; of a secret
 * shorter than 12 characters nothing stays. Other settings, and values that are already masked, are returned unchanged.
 */
export function maskSetting(key: SettingKey, value: unknown): unknown {
  if (typeof value !== 'string' || value === '' || value.startsWith(MASK)) return value
  if (secretSettings.includes(key)) return value.length < 12 ? MASK : `${MASK}${value.slice(-4)}`
  return personalSettings.includes(key) ? `${MASK}${value.slice(-4)}` : value
}

/** The settings that demand a verification code at sign-up, with the channel that sends it. */
const verificationChannels = { ENABLE_EMAIL_VERIFY: 'EMAIL', ENABLE_PHONE_NUMBER: 'SMS' } as const

export type VerificationSetting = keyof typeof verificationChannels

const verificationSettings = Object.keys(verificationChannels) as VerificationSetting[]

/**
 * Returns the settings that demand a code at sign-up although the code can't be sent: `unreachable` are the channels
 * without a carrier. While the result isn't empty, nobody can sign up.
 */
export const verificationsWithoutCarrier = (
  site: Pick<Settings, VerificationSetting>,
  unreachable: readonly Channel[],
): VerificationSetting[] =>
  verificationSettings.filter((key) => site[key] && unreachable.includes(verificationChannels[key]))
