import type { Metadata } from 'next'
import { LoginLink } from '#components/members/login-link.tsx'
import { RegisterForm } from '#components/members/register-form.tsx'
import { safeReturnPath } from '#components/sessions/safe-return-path.ts'
import { RegisterChoice } from '#components/sns/register-choice.tsx'
import { NarrowFormCard } from '#components/ui/narrow-form-card.tsx'
import { idsOfTermsInForce, registerWheres } from '#lib/content/queries.ts'
import { db } from '#lib/core/db.ts'
import { settings } from '#lib/settings/queries.ts'
import { snsLoginOptions } from '#lib/sns/queries.ts'
import { allow } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '회원가입' }

type RegisterPageProps = { searchParams: Promise<{ kind?: string | string[]; next?: string | string[] }> }

export default async function RegisterPage({ searchParams }: RegisterPageProps) {
  await allow('visitor')
  const [{ kind, next }, site, signUpSources, terms] = await Promise.all([
    searchParams,
    settings(db()),
    registerWheres(),
    idsOfTermsInForce(),
  ])
  const snsLogins = snsLoginOptions(site)
  const showsChoice = snsLogins.length > 0 && kind !== 'general'
  return (
    <NarrowFormCard
      title="회원가입"
      hint={showsChoice ? '어떻게 가입하시겠어요?' : '1분이면 가입할 수 있어요.'}
      footer={<LoginLink next={safeReturnPath(next)} />}
    >
      {showsChoice ? (
        <RegisterChoice snsLogins={snsLogins} next={safeReturnPath(next)} />
      ) : (
        <RegisterForm
          signUpSources={signUpSources}
          emailVerification={site.ENABLE_EMAIL_VERIFY}
          phoneVerification={site.ENABLE_PHONE_NUMBER}
          referral={site.ENABLE_REFERRAL}
          terms={terms}
          next={safeReturnPath(next)}
        />
      )}
    </NarrowFormCard>
  )
}
