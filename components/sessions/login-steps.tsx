'use client'

import type { ReactNode } from 'react'
import { useChallenge } from './challenge.ts'
import { SecondStep, type SecondStepProps } from './second-step.tsx'

/**
 * Shows the first step of a login (`children`) and, if a staff member has passed it, the second step
 * (docs/contract.md#second-factor).
 */
export function LoginSteps({
  children,
  ...after
}: Omit<SecondStepProps, 'challenge'> & { readonly children: ReactNode }) {
  const challenge = useChallenge()
  return challenge ? <SecondStep key={challenge.ticket} challenge={challenge} {...after} /> : children
}
