export type VerificationChannel = 'EMAIL' | 'PHONE'

/**
 * A verification code has 5 digits and is valid for 3 minutes and 5 attempts. One address or phone number gets at most
 * one code per minute and 5 per day (docs/contract.md#verification-codes).
 */
export const verificationCodeRules = { digits: 5, lifeMs: 180_000, tries: 5, spacingMs: 60_000, aDay: 5 } as const
