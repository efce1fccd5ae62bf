'use client'

import { useRouter } from 'next/navigation'
import { apiKeyTexts, testKeyTexts } from '#lib/api-keys/labels.ts'
import { MAX_TEST_KEYS } from '#lib/api-keys/rules.ts'
import type { ApiKeyRow, ShownApiKey } from '#lib/api-keys/schema.ts'
import { wonText } from '#lib/money/points.ts'
import { refuseGuest } from '../chrome/call-api.ts'
import { useCall } from '../chrome/use-call.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { toast } from '../ui/toast-store.ts'
import { ApiKeyItem } from './api-key-item.tsx'

interface SandboxKeyListProps {
  readonly keys: readonly ApiKeyRow[]
  /** Points left for simulated orders. */
  readonly point: number
  readonly isGuest: boolean
  /** Called at the start of each button's action, before its request is sent. */
  readonly onAction: () => void
}

/**
 * A member's test keys, and the balance of his simulated orders (docs/contract.md#sandbox). Test keys are shown whole,
 * because they move no money. The button makes a key without a dialog.
 */
export function SandboxKeyList({ keys, point, isGuest, onAction }: SandboxKeyListProps) {
  const router = useRouter()
  const { busy, call } = useCall()
  const make = async () => {
    onAction()
    if (isGuest) return refuseGuest()
    const name = testKeyTexts.name(keys.length)
    const answer = await call<ShownApiKey>('POST', '/auth/api-keys', { name, test: true })
    if (!answer) return
    if (!answer.ok) return toast(answer.message || apiKeyTexts.failed, { tone: 'bad' })
    toast(apiKeyTexts.made(name), { tone: 'good' })
    router.refresh()
  }
  return (
    <section aria-labelledby="sandbox-keys" className="grid grid-cols-1 gap-3 border-t border-line pt-4">
      <h3 id="sandbox-keys" className="font-semibold">
        {testKeyTexts.title}
      </h3>
      <p className="text-ink-3">{testKeyTexts.intro}</p>
      {keys.length > 0 && <SandboxBalance point={point} onAction={onAction} />}
      {keys.length > 0 && (
        <ul>
          {keys.map((row) => (
            <ApiKeyItem key={row.id} row={row} onNewKey={onAction} onAction={onAction} shown={<WholeKey row={row} />} />
          ))}
        </ul>
      )}
      {keys.length < MAX_TEST_KEYS && (
        <Button full busy={busy} onClick={make}>
          {testKeyTexts.make}
        </Button>
      )}
    </section>
  )
}

function WholeKey({ row: { name, masked, apiKey } }: { readonly row: ApiKeyRow }) {
  return (
    <div className="flex items-center gap-2 rounded-field bg-sunken py-2 pr-2 pl-3.5">
      <code className="min-w-0 flex-1 font-mono text-s break-all">{apiKey ?? masked}</code>
      {apiKey && <CopyButton text={apiKey} label={testKeyTexts.copy(name)} iconOnly />}
    </div>
  )
}

/** The points left for simulated orders, with a button that resets them to the initial balance. */
function SandboxBalance({ point, onAction }: Pick<SandboxKeyListProps, 'point' | 'onAction'>) {
  const router = useRouter()
  const { busy, call } = useCall()
  const reset = async () => {
    onAction()
    const answer = await call<{ point: number }>('POST', '/auth/sandbox/reset')
    if (!answer) return
    if (!answer.ok) return toast(answer.message || apiKeyTexts.failed, { tone: 'bad' })
    toast(testKeyTexts.wasReset(wonText(answer.body.point)), { tone: 'good' })
    router.refresh()
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="text-s">
        <span className="text-ink-3">{testKeyTexts.balance}</span>{' '}
        <strong className="font-semibold tabular-nums">{wonText(point)}</strong>
      </p>
      <Button size="s" busy={busy} aria-label={testKeyTexts.resetLabel} onClick={reset}>
        {testKeyTexts.reset}
      </Button>
    </div>
  )
}
