import type { Metadata } from 'next'
import { SignInCallback } from '#components/sns/sign-in-callback.tsx'
import { snsLabels } from '#lib/sns/labels.ts'
import { allow } from '#lib/web/gate.ts'

export const metadata: Metadata = { title: snsLabels.login.NAVER, robots: { index: false } }

export default async function NaverCallbackPage() {
  await allow('visitor')
  return <SignInCallback provider="NAVER" />
}
