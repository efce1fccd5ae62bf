'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { webhookDeliveryTexts, webhookMessages } from '#lib/webhooks/labels.ts'
import type { WebhookDeliveryDetail } from '#lib/webhooks/schema.ts'
import { type ApiAnswer, callApi } from '../chrome/call-api.ts'
import { Notice } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { attemptResultText, durationText } from './delivery-text.ts'

/**
 * State of the test event. `slow`: no result came within the time to wait (MAX_WAIT_MS), or the result couldn't be
 * fetched.
 */
type TestState =
  | { kind: 'idle' }
  | { kind: 'sending' }
  | { kind: 'slow' }
  | { kind: 'refused'; message: string }
  | { kind: 'done'; delivery: WebhookDeliveryDetail }

const POLL_MS = 600
/** Milliseconds to wait for the result of a test event: a little longer than a receiver may take to answer. */
const MAX_WAIT_MS = 15_000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const isSettled = (answer: ApiAnswer<WebhookDeliveryDetail>): boolean =>
  !answer.ok || answer.body.state === 'DELIVERED' || answer.body.state === 'FAILED'

/**
 * Polls a delivery until it is delivered or has failed. Null if that takes longer than MAX_WAIT_MS, or if the delivery
 * can't be fetched.
 */
async function settledDelivery(id: number): Promise<WebhookDeliveryDetail | null> {
  for (let waited = 0; waited < MAX_WAIT_MS; waited += POLL_MS) {
    await pause(POLL_MS)
    const answer = await callApi<WebhookDeliveryDetail>('GET', `/service/webhook/deliveries/${id}`)
    if (isSettled(answer)) return answer.ok ? answer.body : null
  }
  return null
}

/** Button that sends a test event to the member's webhook, and shows the result. */
export function TryWebhook() {
  const router = useRouter()
  const [state, setState] = useState<TestState>({ kind: 'idle' })
  const send = async () => {
    setState({ kind: 'sending' })
    const answer = await callApi<{ id: number }>('POST', '/service/webhook/test')
    if (!answer.ok) return setState({ kind: 'refused', message: answer.message || webhookMessages.failed })
    const delivery = await settledDelivery(answer.body.id)
    setState(delivery ? { kind: 'done', delivery } : { kind: 'slow' })
    router.refresh()
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <Button full tone="soft" busy={state.kind === 'sending'} onClick={send}>
        {webhookDeliveryTexts.test}
      </Button>
      <div role="status">
        <TestResult state={state} />
      </div>
    </div>
  )
}

function TestResult({ state }: { readonly state: TestState }) {
  if (state.kind === 'idle') return <p className="text-s text-ink-3">{webhookDeliveryTexts.testHint}</p>
  if (state.kind === 'sending') return <p className="text-s text-ink-3">{webhookDeliveryTexts.testSending}</p>
  if (state.kind === 'slow') return <Notice tone="warn">{webhookDeliveryTexts.testSlow}</Notice>
  if (state.kind === 'refused') return <Notice tone="bad">{state.message}</Notice>
  const { delivery } = state
  const hasPassed = delivery.state === 'DELIVERED'
  return (
    <Notice tone={hasPassed ? 'good' : 'bad'} className="grid grid-cols-1 gap-2">
      <p className="font-semibold">{hasPassed ? webhookDeliveryTexts.testPassed : webhookDeliveryTexts.testFailed}</p>
      <p className="text-s tabular-nums">
        {[attemptResultText(delivery), durationText(delivery.duration ?? 0)].filter(Boolean).join(' · ')}
      </p>
      {delivery.answer && <CodeBlock title={webhookDeliveryTexts.answer} code={delivery.answer} />}
    </Notice>
  )
}
