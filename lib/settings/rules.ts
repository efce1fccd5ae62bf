import type { SettingKey } from './schema.ts'

const secretSettings: readonly SettingKey[] = ['SNS_NAVER_STATE', 'SNS_KAKAO_TOKEN']
const personalSettings: readonly SettingKey[] = ['FOOTER_CEO_PHONE_NUMBER']
/** Stands for the characters that are not shown. */
const MASK = '••••'

/**
 * Masks a setting's value for display. Of a secret or phone number only the last four characters stay; of a secret
 * shorter than 12 characters nothing stays. Other settings, and values that are already masked, are returned unchanged.
 */
export function maskedSetting(key: SettingKey, value: unknown): unknown {
  if (typeof value !== 'string' || value === '' || value.startsWith(MASK)) return value
  if (secretSettings.includes(key)) return value.length < 12 ? MASK : `${MASK}${value.slice(-4)}`
  return personalSettings.includes(key) ? `${MASK}${value.slice(-4)}` : value
}
