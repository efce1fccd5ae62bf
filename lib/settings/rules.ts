import type { SettingKey } from './schema.ts'

const secrets: readonly SettingKey[] = ['SNS_NAVER_STATE', 'SNS_KAKAO_TOKEN']
const personal: readonly SettingKey[] = ['FOOTER_CEO_PHONE_NUMBER']
const HIDDEN = '••••'

/**
 * Masks a value for display: only the last four characters of secrets and phone numbers remain (none of a short
 * secret). Masking twice changes nothing.
 */
export function masked(key: SettingKey, value: unknown): unknown {
  if (typeof value !== 'string' || value === '' || value.startsWith(HIDDEN)) return value
  if (secrets.includes(key)) return value.length < 12 ? HIDDEN : `${HIDDEN}${value.slice(-4)}`
  return personal.includes(key) ? `${HIDDEN}${value.slice(-4)}` : value
}
