import type { Metadata } from 'next'
import { LoginHelpLinks } from '#components/accounts/login-help-links.tsx'
import { StartGuestModeButton } from '#components/chrome/guest-links.tsx'
import { SavedDraftNotice } from '#components/orders/saved-draft-notice.tsx'
import { LoginForm } from '#components/sessions/login-form.tsx'
import { LoginSteps } from '#components/sessions/login-steps.tsx'
import { registerPath, safeReturnPath } from '#components/sessions/safe-return-path.ts'
import { AlternativesBelowForm } from '#components/sns/alternatives-below-form.tsx'
import { SnsButtons } from '#components/sns/sns-buttons.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { NarrowFormCard } from '#components/ui/narrow-form-card.tsx'
import { db } from '#lib/core/db.ts'
import { settings } from '#lib/settings/queries.ts'
import { snsLoginOptions } from '#lib/sns/queries.ts'
import { allow } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '로그인' }

export default async function LoginPage({ searchParams }: { searchParams: Promise<{ next?: string | string[] }> }) {
  await allow('visitor')
  const [{ next }, site] = await Promise.all([searchParams, settings(db())])
  const snsLogins = snsLoginOptions(site)
  return (
    <LoginSteps next={safeReturnPath(next)}>
      <NarrowFormCard
        title="로그인"
        hint="아이디와 비밀번호를 입력해 주세요."
        footer={
          <div className="grid w-full gap-2">
            {/* On wide screens the top bar already has the button 둘러보기, so this one is hidden. */}
            <div className="grid grid-cols-2 gap-2 split:grid-cols-1">
              <ButtonLink href={registerPath(safeReturnPath(next))}>회원가입</ButtonLink>
              <StartGuestModeButton className="split:hidden" />
            </div>
            <LoginHelpLinks here="/login" />
          </div>
        }
      >
        <SavedDraftNotice next={safeReturnPath(next)} />
        <LoginForm next={safeReturnPath(next)} />
        {snsLogins.length > 0 && (
          <AlternativesBelowForm>
            <SnsButtons snsLogins={snsLogins} next={safeReturnPath(next)} purpose="login" />
          </AlternativesBelowForm>
        )}
      </NarrowFormCard>
    </LoginSteps>
  )
}
