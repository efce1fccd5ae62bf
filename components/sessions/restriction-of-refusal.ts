import type { RestrictionNotice } from '#lib/members/labels.ts'

/** What a refusal of a restricted account tells its owner, by whichever login; null for any other refusal. */
export function restrictionOfRefusal(refusal: unknown): RestrictionNotice | null {
  const { code, level } = Object(refusal) as { code?: string; level?: string }
  return code === 'RESTRICTED' && level ? (refusal as RestrictionNotice) : null
}
