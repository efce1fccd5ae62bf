import type { Metadata } from 'next'
import { DoorLinks } from '#components/accounts/door-links.tsx'
import { LookAround } from '#components/chrome/guest-links.tsx'
import { LoginForm } from '#components/sessions/login-form.tsx'
import { returnPath } from '#components/sessions/return-path.ts'
import { ButtonLink } from '#components/ui/button.tsx'
import { DoorCard } from '#components/ui/door-card.tsx'
import { allow } from '#lib/web/gate.ts'

export const metadata: Metadata = { title: '로그인' }

export default async function LoginPage({ searchParams }: { searchParams: Promise<{ next?: string | string[] }> }) {
  await allow('visitor')
  const { next } = await searchParams
  return (
    <DoorCard
      title="로그인"
      hint="아이디와 비밀번호를 입력해 주세요."
      footer={
        <div className="grid w-full gap-2">
          <div className="grid grid-cols-2 gap-2">
            <ButtonLink href="/register">회원가입</ButtonLink>
            <LookAround />
          </div>
          <DoorLinks here="/login" />
        </div>
      }
    >
      <LoginForm next={returnPath(next)} />
    </DoorCard>
  )
}
