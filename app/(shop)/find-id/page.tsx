import type { Metadata } from 'next'
import { FindIdForm } from '#components/accounts/find-id-form.tsx'
import { LoginHelpLinks } from '#components/accounts/login-help-links.tsx'
import { NarrowFormCard } from '#components/ui/narrow-form-card.tsx'
import { allow } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: '아이디 찾기' }

export default async function FindIdPage() {
  await allow('visitor')
  return (
    <NarrowFormCard
      title="아이디 찾기"
      hint="가입할 때 쓴 이메일로 아이디를 알려 드려요."
      footer={<LoginHelpLinks here="/find-id" />}
    >
      <FindIdForm />
    </NarrowFormCard>
  )
}
