'use client'

import { useState } from 'react'
import { snsCheckTexts, snsGapTexts, snsProviderNames, snsStateTexts } from '#lib/sns/labels.ts'
import type { SnsLoginState } from '#lib/sns/rules.ts'
import { useCall } from '../../chrome/use-call.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { TitledCard } from '../titled-card.tsx'

interface SnsLoginCardProps {
  readonly states: readonly SnsLoginState[]
  /** Whether the viewer may have the keys checked. */
  readonly mayCheck: boolean
}

/**
 * Card on the SNS logins by Naver and Kakao. For each it shows whether the shop offers the login button, which settings
 * are missing, and a button that has Naver or Kakao check the keys.
 */
export const SnsLoginCard = ({ states, mayCheck }: SnsLoginCardProps) => (
  <TitledCard title={snsStateTexts.title} className="grid grid-cols-1 gap-4 split:grid-cols-2">
    {states.map((state) => (
      <SnsProviderState key={state.provider} state={state} mayCheck={mayCheck} />
    ))}
  </TitledCard>
)

const outcomeOf = ({ on, gaps }: SnsLoginState): 'off' | 'hidden' | 'ready' => {
  if (!on) return 'off'
  return gaps.length > 0 ? 'hidden' : 'ready'
}

const outcomeTones = { off: 'neutral', hidden: 'warn', ready: 'good' } as const

function SnsProviderState({ state, mayCheck }: { readonly state: SnsLoginState; readonly mayCheck: boolean }) {
  const { provider, gaps, redirectUri } = state
  const outcome = outcomeOf(state)
  return (
    <section className="grid content-start gap-2 text-s" aria-label={snsProviderNames[provider]}>
      <h3 className="flex items-center gap-2 font-semibold">
        {snsProviderNames[provider]}
        <Badge tone={outcomeTones[outcome]}>{snsStateTexts[outcome]}</Badge>
      </h3>
      <p className="text-ink-2">{snsStateTexts[`${outcome}Hint`]}</p>
      {gaps.length > 0 && (
        <ul className="grid list-disc gap-1 pl-5">
          {gaps.map((gap) => (
            <li key={gap}>{snsGapTexts[gap]}</li>
          ))}
        </ul>
      )}
      <p className="flex flex-wrap items-center gap-x-2 text-ink-3">
        {snsStateTexts.redirect}
        <code className="font-mono wrap-anywhere text-ink-2">{redirectUri}</code>
        <CopyButton text={redirectUri} label={`${snsProviderNames[provider]} Redirect URI 복사`} iconOnly />
      </p>
      {mayCheck && <KeyCheck state={state} />}
    </section>
  )
}

function KeyCheck({ state: { provider } }: { readonly state: SnsLoginState }) {
  const { busy, call } = useCall()
  const [result, setResult] = useState<{ readonly works: boolean; readonly message: string } | null>(null)
  const check = async () => {
    setResult(null)
    const answer = await call<{ works: boolean; message: string }>('POST', '/api/admin/settings/sns-check', {
      provider,
    })
    if (!answer) return
    setResult(answer.ok ? answer.body : { works: false, message: answer.message || snsCheckTexts.failed })
  }
  return (
    <div className="grid justify-items-start gap-2">
      <Button size="s" busy={busy} onClick={check} aria-label={`${snsProviderNames[provider]} ${snsStateTexts.check}`}>
        {snsStateTexts.check}
      </Button>
      <p role="status" className={result?.works ? 'text-good' : 'text-bad'}>
        {result?.message}
      </p>
    </div>
  )
}
