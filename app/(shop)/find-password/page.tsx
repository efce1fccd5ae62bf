import type { Metadata } from 'next'
import { FindPasswordForm } from '#components/accounts/find-password-form.tsx'
import { LoginHelpLinks } from '#components/accounts/login-help-links.tsx'
import { NarrowFormCard } from '#components/ui/narrow-form-card.tsx'
import { allow } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '비밀번호 찾기' }

export default async function FindPasswordPage() {
  await allow('visitor')
  return (
    <NarrowFormCard
      title="비밀번호 찾기"
      hint="가입할 때 쓴 이메일로 재설정 링크를 보내 드려요. 링크는 30분 동안 한 번만 쓸 수 있어요."
      footer={<LoginHelpLinks here="/find-password" />}
    >
      <FindPasswordForm />
    </NarrowFormCard>
  )
}
