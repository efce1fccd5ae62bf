'use client'

import { useState } from 'react'
import { webhookDeliveryTexts, webhookMessages } from '#lib/webhooks/labels.ts'
import type { WebhookDeliveryDetail } from '#lib/webhooks/schema.ts'
import { useCall } from '../chrome/use-call.ts'
import { Facts } from '../ui/amount.tsx'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { CloseButton, Dialog } from '../ui/dialog.tsx'
import { seoulTime } from '../ui/seoul-time.ts'
import { toast } from '../ui/toast-store.ts'
import { DeliveryStateBadge } from './delivery-state-badge.tsx'
import { attemptResultText, deliveryContentText, durationText } from './delivery-text.ts'
import { ResendDeliveryButton } from './resend-button.tsx'

/** Button that opens a dialog with one delivery: its body, the last response, and the last attempts. */
export function DeliveryDetailButton({ id }: { readonly id: number }) {
  const [detail, setDetail] = useState<WebhookDeliveryDetail | null>(null)
  const { busy, call } = useCall()
  const open = async () => {
    const answer = await call<WebhookDeliveryDetail>('GET', `/service/webhook/deliveries/${id}`)
    if (answer?.ok) setDetail(answer.body)
    else if (answer) toast(answer.message || webhookMessages.failed, { tone: 'bad' })
  }
  const close = () => setDetail(null)
  return (
    <>
      <Button size="s" tone="soft" busy={busy} onClick={open} aria-label={webhookDeliveryTexts.open(id)}>
        자세히
      </Button>
      {detail && (
        <Dialog
          open
          onClose={close}
          title={webhookDeliveryTexts.detail(id)}
          footer={
            <>
              <CloseButton />
              <ResendDeliveryButton delivery={detail} onResent={close} />
            </>
          }
        >
          <DeliveryFacts delivery={detail} />
        </Dialog>
      )}
    </>
  )
}

const indentedJson = (body: string): string => JSON.stringify(JSON.parse(body), null, 2)

function DeliveryFacts({ delivery }: { readonly delivery: WebhookDeliveryDetail }) {
  const { event, orderId, state, attempts, duration, createdAt, body, answer, tries } = delivery
  return (
    <>
      <Facts
        align="start"
        facts={[
          { term: '이벤트', value: <code className="font-mono text-s">{event}</code> },
          ...(orderId === null ? [] : [{ term: '주문번호', value: orderId }]),
          { term: '내용', value: deliveryContentText(delivery) },
          { term: '상태', value: <DeliveryStateBadge state={state} /> },
          { term: '만든 시각', value: seoulTime(createdAt) },
          { term: '시도', value: `${attempts}번` },
          { term: '응답', value: attemptResultText(delivery) ?? '보내기 전' },
          ...(duration === null ? [] : [{ term: '걸린 시간', value: durationText(duration) }]),
        ]}
      />
      <CodeBlock title={webhookDeliveryTexts.sent} code={indentedJson(body)} />
      {answer ? (
        <div className="grid gap-1.5">
          <CodeBlock title={webhookDeliveryTexts.answer} code={answer} />
          <p className="text-s text-ink-3">{webhookDeliveryTexts.answerCut}</p>
        </div>
      ) : (
        tries.length > 0 && <p className="text-s text-ink-3">{webhookDeliveryTexts.answerNone}</p>
      )}
      {tries.length > 0 && (
        <section aria-label={webhookDeliveryTexts.tries} className="grid gap-1.5">
          <h3 className="text-s font-semibold text-ink-2">{webhookDeliveryTexts.tries}</h3>
          <ol className="grid gap-1 text-s tabular-nums">
            {tries.map((each) => (
              <li key={each.at} className="flex flex-wrap gap-x-3 text-ink-2">
                <span>{seoulTime(each.at)}</span>
                <span>{attemptResultText(each)}</span>
                <span className="text-ink-3">{durationText(each.duration)}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      <p className="text-s text-ink-3">{webhookDeliveryTexts.resendHint}</p>
    </>
  )
}
