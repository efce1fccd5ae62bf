import type { FeeType } from '#lib/charges/labels.ts'
import type { LastChargeDetails } from '#lib/charges/queries/last-details.ts'
import { offeredFeeTypes, type PaymentFee } from '#lib/charges/rules.ts'
import type { Settings } from '#lib/settings/schema.ts'

/** What the charge form offers and is filled in with: the shop's settings and details of the member's last charges. */
export interface ChargeTerms {
  readonly isGuest: boolean
  /** Receipt kinds to choose from; the first one is preselected. */
  readonly kinds: readonly FeeType[]
  readonly fee: PaymentFee
  readonly quickAdd: readonly number[]
  readonly bankName: string
  /** Whether members may also pay by card or virtual account. */
  readonly cardOffered?: boolean
  /** Default values, from the member's last charges. */
  readonly last: LastChargeDetails
}

export const chargeTermsOf = (
  site: Settings,
  isGuest: boolean,
  { last, cardOffered }: { last: LastChargeDetails; cardOffered: boolean },
): ChargeTerms => ({
  isGuest,
  kinds: offeredFeeTypes(site.ENABLE_PAYMENT_TYPE),
  fee: site.ENABLE_PAYMENT_FEE,
  quickAdd: site.POINT_CHARGE_BUTTON_OPTIONS,
  bankName: site.BANKING_NAME,
  cardOffered,
  last,
})

/** The shop's bank account for deposits. */
export interface DepositAccount {
  readonly bankName: string
  readonly displayText: string
  readonly accountNumber: string
  readonly bankingCode: string
  /** Whether a link to the bank app is shown on touch devices. */
  readonly appLink: boolean
}

export const depositAccountOf = (site: Settings): DepositAccount => ({
  bankName: site.BANKING_NAME,
  displayText: site.BANKING_DISPLAY_TEXT,
  accountNumber: site.BANKING_ACCOUNT_NUMBER,
  bankingCode: site.BANKING_BANKING_CODE,
  appLink: site.ENABLE_TOSS_PAYMENT,
})
