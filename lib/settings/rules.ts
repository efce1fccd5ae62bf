import type { SettingKey } from './schema.ts'

const secrets: readonly SettingKey[] = ['SNS_NAVER_STATE', 'SNS_KAKAO_TOKEN']
const personal: readonly SettingKey[] = ['FOOTER_CEO_PHONE_NUMBER']
const HIDDEN = '••••'

/** A value as histories show it: of secrets and telephone numbers only the end. Masking twice changes nothing. */
export function masked(key: SettingKey, value: unknown): unknown {
  if (typeof value !== 'string' || value === '' || value.startsWith(HIDDEN)) return value
  if (secrets.includes(key)) return value.length < 12 ? HIDDEN : `${HIDDEN}${value.slice(-4)}`
  return personal.includes(key) ? `${HIDDEN}${value.slice(-4)}` : value
}
