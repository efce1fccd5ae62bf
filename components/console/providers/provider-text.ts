import type { Health, Outcome } from '#lib/providers/labels.ts'
import type { ProviderRow } from '#lib/providers/schema.ts'
import type { Tone } from '../../ui/badge.tsx'

export const healthTones: Record<Health, Tone> = {
  OFF: 'neutral',
  DOWN: 'bad',
  NO_FUNDS: 'bad',
  PAUSED: 'warn',
  LOW: 'warn',
  WELL: 'good',
}

export const outcomeTones: Record<Outcome, Tone> = {
  SENT: 'good',
  UNKNOWN: 'bad',
  REFUSED: 'warn',
  NO_FUNDS: 'warn',
  UNSENT: 'neutral',
}

/** An amount in a provider's own currency: '1,000,000 KRW'. */
export const moneyText = (amount: number, currency: string | null): string =>
  `${amount.toLocaleString('ko-KR', { maximumFractionDigits: 5 })}${currency ? ` ${currency}` : ''}`

export const balanceText = ({ balance, currency }: Pick<ProviderRow, 'balance' | 'currency'>): string =>
  balance === null ? '아직 모름' : moneyText(balance, currency)

/** The host of an address, which distinguishes two providers. */
export const hostOf = (apiUrl: string): string => (URL.canParse(apiUrl) ? new URL(apiUrl).host : apiUrl)
