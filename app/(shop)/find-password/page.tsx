import type { Metadata } from 'next'
import { FindPasswordForm } from '#components/accounts/find-password-form.tsx'
import { LoginHelpLinks } from '#components/accounts/login-help-links.tsx'
import { NarrowFormCard } from '#components/ui/narrow-form-card.tsx'
import { db } from '#lib/core/db.ts'
import { unreachableChannels } from '#lib/messages/queries.ts'
import { allow } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '비밀번호 찾기' }

export default async function FindPasswordPage() {
  await allow('visitor')
  const canMail = !(await unreachableChannels(db())).includes('EMAIL')
  return (
    <NarrowFormCard
      title="비밀번호 찾기"
      hint={
        canMail ? '가입할 때 쓴 이메일로 재설정 링크를 보내 드려요. 링크는 30분 동안 한 번만 쓸 수 있어요.' : undefined
      }
      footer={<LoginHelpLinks here="/find-password" />}
    >
      <FindPasswordForm canMail={canMail} />
    </NarrowFormCard>
  )
}
