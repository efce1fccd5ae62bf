import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { SnsRegisterCard } from '#components/sns/sns-register-card.tsx'
import { idsOfTermsInForce, registerWheres } from '#lib/content/queries.ts'
import { db } from '#lib/core/db.ts'
import { settings } from '#lib/settings/queries.ts'
import { snsLabels } from '#lib/sns/labels.ts'
import { allow } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: snsLabels.register.KAKAO }

export default async function KakaoRegisterPage() {
  await allow('visitor')
  const [site, signUpSources, terms] = await Promise.all([settings(db()), registerWheres(), idsOfTermsInForce()])
  if (!site.ENABLE_SNS_KAKAO) redirect('/login')
  return <SnsRegisterCard provider="KAKAO" settings={site} signUpSources={signUpSources} terms={terms} />
}
