import type { Metadata } from 'next'
import { LoginLink } from '#components/members/login-link.tsx'
import { RegisterForm } from '#components/members/register-form.tsx'
import { RegisterChoice } from '#components/sns/register-choice.tsx'
import { NarrowFormCard } from '#components/ui/narrow-form-card.tsx'
import { registerWheres } from '#lib/content/queries.ts'
import { db } from '#lib/core/db.ts'
import { settings } from '#lib/settings/queries.ts'
import { snsLoginOptions } from '#lib/sns/queries.ts'
import { allow } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '회원가입' }

export default async function RegisterPage({ searchParams }: { searchParams: Promise<{ kind?: string | string[] }> }) {
  await allow('visitor')
  const [{ kind }, site, wheres] = await Promise.all([searchParams, settings(db()), registerWheres()])
  const doors = snsLoginOptions(site)
  const asks = doors.length > 0 && kind !== 'general'
  return (
    <NarrowFormCard
      title="회원가입"
      hint={asks ? '어떻게 가입하시겠어요?' : '1분이면 가입할 수 있어요.'}
      footer={<LoginLink />}
    >
      {asks ? (
        <RegisterChoice doors={doors} />
      ) : (
        <RegisterForm
          wheres={wheres}
          emailVerification={site.ENABLE_EMAIL_VERIFY}
          phoneVerification={site.ENABLE_PHONE_NUMBER}
          referral={site.ENABLE_REFERRAL}
        />
      )}
    </NarrowFormCard>
  )
}
