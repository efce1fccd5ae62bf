import type { RestrictionNotice } from '#lib/members/labels.ts'

/**
 * Details of an account's restriction, from the error body of a login by password, code, Naver or Kakao; null if the
 * login was refused for another reason.
 */
export function restrictionOfRefusal(refusal: unknown): RestrictionNotice | null {
  const { code, level } = Object(refusal) as { code?: string; level?: string }
  return code === 'RESTRICTED' && level ? (refusal as RestrictionNotice) : null
}
