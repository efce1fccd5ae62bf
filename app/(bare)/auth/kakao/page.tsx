import type { Metadata } from 'next'
import { SignInCallback } from '#components/sns/sign-in-callback.tsx'
import { snsLabels } from '#lib/sns/labels.ts'
import { isProofState } from '#lib/sns/rules.ts'
import { allow } from '#lib/web/page-access.ts'

export const metadata: Metadata = { title: snsLabels.login.KAKAO, robots: { index: false } }

type KakaoCallbackProps = { searchParams: Promise<{ state?: string | string[] }> }

export default async function KakaoCallbackPage({ searchParams }: KakaoCallbackProps) {
  const { state } = await searchParams
  await (isProofState(state) ? allow('visitor', 'member') : allow('visitor'))
  return <SignInCallback provider="KAKAO" />
}
