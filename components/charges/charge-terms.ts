import { type PayMethod, payMethods } from '#lib/card-payments/labels.ts'
import type { FeeType } from '#lib/charges/labels.ts'
import type { LastChargeDetails } from '#lib/charges/queries/last-details.ts'
import { offeredFeeTypes, type PaymentFee } from '#lib/charges/rules.ts'
import type { Settings } from '#lib/settings/schema.ts'

/** How a charge is paid: by bank transfer, or through PortOne. */
export type PayWay = 'TRANSFER' | PayMethod

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
  /** The ways to pay that the shop offers, the preselected one first; none in a shop that can't take money yet. */
  readonly ways: readonly PayWay[]
  /** Default values of the fields, from the member's last charges. */
  readonly lastDetails: LastChargeDetails
}

/**
 * The ways to pay that the shop offers. A bank transfer is among them only if the shop states the account to transfer
 * to, by its number or in the text above it.
 */
function payWaysOf({ BANKING_ACCOUNT_NUMBER, BANKING_DISPLAY_TEXT }: Settings, cardOffered: boolean): PayWay[] {
  const isAccountKnown = BANKING_ACCOUNT_NUMBER !== '' || BANKING_DISPLAY_TEXT !== ''
  return [...(isAccountKnown ? (['TRANSFER'] as const) : []), ...(cardOffered ? payMethods : [])]
}

export const buildChargeTerms = (
  settings: Settings,
  isGuest: boolean,
  { lastDetails, cardOffered }: { lastDetails: LastChargeDetails; cardOffered: boolean },
): ChargeTerms => ({
  isGuest,
  kinds: offeredFeeTypes(settings.ENABLE_PAYMENT_TYPE),
  fee: settings.ENABLE_PAYMENT_FEE,
  quickAdd: settings.POINT_CHARGE_BUTTON_OPTIONS,
  bankName: settings.BANKING_NAME,
  ways: payWaysOf(settings, cardOffered),
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

export const toDepositAccount = (settings: Settings): DepositAccount => ({
  bankName: settings.BANKING_NAME,
  displayText: settings.BANKING_DISPLAY_TEXT,
  accountNumber: settings.BANKING_ACCOUNT_NUMBER,
  bankingCode: settings.BANKING_BANKING_CODE,
  appLink: settings.ENABLE_TOSS_PAYMENT,
})
