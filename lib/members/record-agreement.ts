import { termsTexts } from '#lib/content/queries.ts'
import { findAgreeableTerms, type TermsReference } from '#lib/content/rules.ts'
import { clock } from '#lib/core/clock.ts'
import type { Db } from '#lib/core/db.ts'
import { staleAgreement } from './errors.ts'
import type { AgreedVersions } from './schema.ts'

/**
 * The versions of terms and privacy policy that a person agrees to at sign-up; none if the client doesn't send any.
 * @throws BAD_INPUT a version that isn't in force
 */
export async function checkAgreedVersions(agreed: AgreedVersions | null): Promise<TermsReference[]> {
  if (!agreed) return []
  const written = await termsTexts()
  const now = clock.now().getTime()
  const versions = (['service', 'privacy'] as const).map((kind) => findAgreeableTerms(kind, agreed[kind], written, now))
  return versions.map((version) => {
    if (!version) throw staleAgreement()
    return version
  })
}

/** Records which versions of terms and privacy policy a new member agreed to, and when. */
export async function recordAgreement(tx: Db, memberId: number, versions: readonly TermsReference[]): Promise<void> {
  if (versions.length === 0) return
  await tx.rows(
    `INSERT INTO member_agreements (member_id, kind, version_id, since)
     SELECT $1, * FROM unnest($2::text[], $3::int[], $4::text[])`,
    [memberId, versions.map(({ kind }) => kind), versions.map(({ id }) => id), versions.map(({ since }) => since)],
  )
}
