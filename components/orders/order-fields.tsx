import type { ReactNode } from 'react'
import { formatCount } from '#lib/money/points.ts'
import { notOrderable } from '#lib/orders/labels.ts'
import { linkMeaning } from '#lib/orders/rules.ts'
import type { Product } from '../catalog/product.ts'
import { Notice } from '../ui/badge.tsx'
import { CardTitle } from '../ui/card.tsx'
import { controlClass, fieldIds } from '../ui/field.tsx'
import type { OrderDraft } from './order-draft.ts'
import type { OrderFailure } from './use-place-order.ts'

export interface DraftFieldsProps {
  readonly draft: OrderDraft
  readonly product: Product | undefined
  readonly failure: OrderFailure | null
  readonly onChange: (changed: Partial<OrderDraft>) => void
}

const digits = (text: string) => text.replace(/\D/g, '')

/** Steps 4 and 5; disabled where nothing can be ordered (spec 2). */
export function OrderFields({
  draft,
  product,
  failure,
  onChange,
  platform,
}: DraftFieldsProps & { readonly platform: { readonly id: number; readonly text: string } | null }) {
  const closed = product !== undefined && !product.orderable
  const error = (path: string) => (failure?.path === path ? failure.message : null)
  return (
    <>
      {closed && (
        <Notice tone="warn" className="font-semibold">
          {notOrderable}
        </Notice>
      )}
      <div className="grid grid-cols-1 items-start gap-4 wide:grid-cols-[2fr_1fr]">
        <Step
          step={4}
          name="link"
          label="링크"
          error={error('link')}
          hint={<LinkHint draft={draft} platform={platform} />}
        >
          {(ids) => (
            <input
              {...ids}
              name="link"
              value={draft.link}
              disabled={closed}
              maxLength={2000}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              placeholder="https://"
              onChange={(event) => onChange({ link: event.target.value })}
              className={controlClass()}
            />
          )}
        </Step>
        <Step
          step={5}
          name="amount"
          label="수량"
          error={error('amount')}
          hint={product && `${formatCount(product.min)} ~ ${formatCount(product.max)}`}
        >
          {(ids) => (
            <input
              {...ids}
              name="amount"
              value={draft.amount}
              disabled={closed}
              inputMode="numeric"
              maxLength={12}
              autoComplete="off"
              onChange={(event) => onChange({ amount: digits(event.target.value) })}
              className={controlClass()}
            />
          )}
        </Step>
      </div>
    </>
  )
}

interface StepProps {
  readonly step: number
  readonly name: string
  readonly label: string
  readonly error: string | null
  readonly hint: ReactNode
  readonly children: (ids: ReturnType<typeof fieldIds>) => ReactNode
}

/** A step of one field: its heading is its label. */
function Step({ step, name, label, error, hint, children }: StepProps) {
  const id = `order-${name}`
  return (
    <div className="grid content-start gap-2">
      <CardTitle step={step}>
        <label htmlFor={id}>{label}</label>
      </CardTitle>
      {children(fieldIds(id, { hint, error }))}
      {error && (
        <p id={`${id}-error`} className="text-s text-bad">
          {error}
        </p>
      )}
      <p id={`${id}-hint`} className="min-h-5 text-s text-ink-3">
        {hint}
      </p>
    </div>
  )
}

/** What the link means, or a warning that never forbids: the calls take any link (decisions 6). */
function LinkHint({
  draft,
  platform,
}: {
  readonly draft: OrderDraft
  readonly platform: { readonly id: number; readonly text: string } | null
}) {
  if (!platform) return null
  if (draft.link.trim() === '') return `${platform.text} 주소를 그대로 붙여 넣어 주세요`
  const meaning = linkMeaning(draft.link, platform.id)
  if (meaning) return `${platform.text} · ${meaning}`
  return <span className="text-warn">{platform.text} 주소가 맞는지 확인해 주세요</span>
}
