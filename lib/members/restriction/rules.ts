import { inFuture, predicate } from '#lib/core/predicate.ts'

export type Restriction = {
  restriction: 'NORMAL' | 'WARNED' | 'SUSPENDED' | 'BANNED'
  restrictedUntil: Date | null
}

/**
 * Matches members who are banned, or suspended (until the suspension ends, if it has an end). A warning restricts
 * nothing (docs/contract.md#restrictions).
 */
export const restrictedMember = predicate<Restriction>(
  { restriction: 'BANNED' },
  { restriction: 'SUSPENDED', restrictedUntil: null },
  { restriction: 'SUSPENDED', restrictedUntil: inFuture },
)

export const isRestricted = (member: Restriction, now?: Date): boolean => restrictedMember.holds(member, now)
