import type { Metadata } from 'next'
import Link from 'next/link'
import { RegisterForm } from '#components/members/register-form.tsx'
import { DoorCard } from '#components/ui/door-card.tsx'
import { registerWheres } from '#lib/content/queries.ts'
import { db } from '#lib/core/db.ts'
import { settings } from '#lib/settings/queries.ts'
import { allow } from '#lib/web/gate.ts'

export const metadata: Metadata = { title: '회원가입' }

export default async function RegisterPage() {
  await allow('visitor')
  const [site, wheres] = await Promise.all([settings(db()), registerWheres()])
  return (
    <DoorCard
      title="회원가입"
      hint="1분이면 가입할 수 있어요."
      footer={
        <>
          이미 회원이신가요?
          <Link
            href="/login"
            prefetch={false}
            className="px-2 py-2.5 font-semibold text-main-text no-underline hover:underline"
          >
            로그인
          </Link>
        </>
      }
    >
      <RegisterForm
        wheres={wheres}
        emailVerification={site.ENABLE_EMAIL_VERIFY}
        phoneVerification={site.ENABLE_PHONE_NUMBER}
        referral={site.ENABLE_REFERRAL}
      />
    </DoorCard>
  )
}
