import { decrypt } from '#lib/core/crypto.ts'

/** Purpose passed to `encrypt` and `decrypt` for the account numbers of cash refund requests. */
export const CASH_REFUND_ACCOUNT_PURPOSE = 'refund-account'

/**
 * Decrypts the account number of a cash refund request. Returns undefined if it can't be read: it was erased, or
 * neither AUTH_SECRET nor one of its fallbacks decrypts it.
 */
export function decryptCashRefundAccount(account: Buffer): string | undefined {
  try {
    return decrypt(CASH_REFUND_ACCOUNT_PURPOSE, account)
  } catch {
    return undefined
  }
}
