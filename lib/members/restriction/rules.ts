import { inFuture, inPast, predicate } from '#lib/core/predicate.ts'

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

/** True for a member who is banned or suspended now; a warning restricts nothing. */
export const isRestricted = (member: Restriction, now?: Date): boolean => restrictedMember.holds(member, now)

/** Matches members whose suspension has ended: they aren't restricted now, although their row still says SUSPENDED. */
export const endedSuspension = predicate<Restriction>({ restriction: 'SUSPENDED', restrictedUntil: inPast })

/** SQL for the restriction that a member has now. `alias` is that of the table of members. */
export const presentRestrictionSql = (alias: string): string =>
  `CASE WHEN ${endedSuspension.sql(alias)} THEN 'NORMAL' ELSE ${alias}.restriction END`
