import type { RestrictionNotice } from '#lib/members/labels.ts'

/**
 * Reads the details of an account's restriction from the error body of a refused login (by password, code, Naver or
 * Kakao). Null if the login was refused for another reason.
 */
export function readRestriction(refusal: unknown): RestrictionNotice | null {
  const { code, level } = Object(refusal) as { code?: string; level?: string }
  return code === 'RESTRICTED' && level ? (refusal as RestrictionNotice) : null
}
