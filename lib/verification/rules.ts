export type Channel = 'EMAIL' | 'PHONE'

/**
 * Codes have 5 digits, are valid for 3 minutes and 5 attempts. A target gets at most one per minute and 5 per day
 * (docs/contract.md#verification-codes).
 */
export const codeRules = { digits: 5, lifeMs: 180_000, tries: 5, spacingMs: 60_000, aDay: 5 } as const
