import type { FeeType } from '#lib/charges/labels.ts'
import type { LastChargeDetails } from '#lib/charges/queries/last-details.ts'
import { offeredFeeTypes, type PaymentFee } from '#lib/charges/rules.ts'
import type { Settings } from '#lib/settings/schema.ts'

/** Choices and default values of the charge form, from the shop's settings and the member's last charges. */
export interface ChargeTerms {
  readonly isGuest: boolean
  /** Receipt kinds to choose from; the first one is preselected. */
  readonly kinds: readonly FeeType[]
  /** Receipt kinds that add 10 % to the amount to transfer. */
  readonly fee: PaymentFee
  /** Amounts of the quick-add buttons, in won. */
  readonly quickAdd: readonly number[]
  readonly bankName: string
  /** Whether members may also pay by card or virtual account. */
  readonly cardOffered?: boolean
  /** Default values of the fields, from the member's last charges. */
  readonly lastDetails: LastChargeDetails
}

export const chargeTermsOf = (
  settings: Settings,
  isGuest: boolean,
  { lastDetails, cardOffered }: { lastDetails: LastChargeDetails; cardOffered: boolean },
): ChargeTerms => ({
  isGuest,
  kinds: offeredFeeTypes(settings.ENABLE_PAYMENT_TYPE),
  fee: settings.ENABLE_PAYMENT_FEE,
  quickAdd: settings.POINT_CHARGE_BUTTON_OPTIONS,
  bankName: settings.BANKING_NAME,
  cardOffered,
  lastDetails,
})

/** The shop's bank account for deposits. */
export interface DepositAccount {
  readonly bankName: string
  /** Text by staff above the account number in the deposit instructions. */
  readonly displayText: string
  readonly accountNumber: string
  /** Bank code of the clearing house, such as '004'. */
  readonly bankingCode: string
  /** Whether a link to the bank app is shown on touch devices. */
  readonly appLink: boolean
}

export const depositAccountOf = (settings: Settings): DepositAccount => ({
  bankName: settings.BANKING_NAME,
  displayText: settings.BANKING_DISPLAY_TEXT,
  accountNumber: settings.BANKING_ACCOUNT_NUMBER,
  bankingCode: settings.BANKING_BANKING_CODE,
  appLink: settings.ENABLE_TOSS_PAYMENT,
})
