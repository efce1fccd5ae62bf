export type Channel = 'EMAIL' | 'PHONE'

/** 5 digits, 3 minutes, 5 tries; one a minute and 5 a day a target (docs/contract.md#verification-codes). */
export const codeRules = { digits: 5, lifeMs: 180_000, tries: 5, spacingMs: 60_000, aDay: 5 } as const
