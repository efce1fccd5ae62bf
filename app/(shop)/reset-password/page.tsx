import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { GoBackOnMount } from '#components/accounts/go-back-on-mount.tsx'
import { ResetPasswordForm } from '#components/accounts/reset-password-form.tsx'
import { NarrowFormCard } from '#components/ui/narrow-form-card.tsx'
import { memberIdOfResetLink } from '#lib/accounts/queries.ts'
import { db } from '#lib/core/db.ts'
import { allow } from '#lib/web/page-access.ts'

export const metadata: Metadata = {
  title: '비밀번호 재설정',
  robots: { index: false },
  // The address contains the reset token, which must not be sent to other sites as the referrer.
  referrer: 'no-referrer',
}

type ResetPasswordProps = { searchParams: Promise<{ token?: string | string[] }> }

export default async function ResetPasswordPage({ searchParams }: ResetPasswordProps) {
  const who = await allow('visitor', 'guest', 'member')
  const { token } = await searchParams
  const memberId = typeof token === 'string' ? await memberIdOfResetLink(db(), token) : null
  // A signed-in member may use a link only for his own account, for example to set his first password. A guest may use
  // any valid link: he may have begun to look around while he waited for the e-mail.
  if (who.kind === 'member' && memberId !== who.caller.memberId) redirect('/order')
  if (who.kind === 'guest' && memberId === null) redirect('/order')
  if (typeof token !== 'string' || memberId === null) return <GoBackOnMount fallback="/order" />
  return (
    <NarrowFormCard title="비밀번호 재설정" hint="새로 쓸 비밀번호를 입력해 주세요.">
      <ResetPasswordForm token={token} />
    </NarrowFormCard>
  )
}
