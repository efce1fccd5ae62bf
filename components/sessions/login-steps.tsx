'use client'

import type { ReactNode } from 'react'
import { useChallenge } from './challenge.ts'
import { SecondStep } from './second-step.tsx'

/** The login form or, for staff after their password, the second step (docs/contract.md#second-factor). */
export function LoginSteps({ next, children }: { readonly next: string; readonly children: ReactNode }) {
  const challenge = useChallenge()
  return challenge ? <SecondStep key={challenge.ticket} challenge={challenge} next={next} /> : children
}
