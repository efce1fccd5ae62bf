'use client'

import { type ReactNode, useEffect, useId, useRef } from 'react'
import { bulkTexts, repeatedListText } from '#lib/orders/bulk/labels.ts'
import type { IdAndName } from '../orders/link-advice.ts'
import { Notice } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { BulkListInput } from './bulk-list-input.tsx'
import { BulkOrderPreviewCard } from './bulk-order-preview-card.tsx'
import { BulkOrderResultCard } from './bulk-order-result-card.tsx'
import { useBulkOrder } from './use-bulk-order.ts'

interface BulkOrderScreenProps {
  /** Null for a guest, who can't order. */
  readonly memberId: number | null
  /**
   * A list made of earlier orders, with which the screen starts and which it previews at once. '': the screen starts
   * with the stored list.
   */
  readonly repeated: string
  /** The shop's platforms, with which the links of the list are compared. */
  readonly platforms: readonly IdAndName[]
}

/**
 * The screen 대량주문: the list of orders, a preview that names the problems of its lines, the button that places the
 * orders, and the result for each line.
 */
export function BulkOrderScreen({ memberId, repeated, platforms }: BulkOrderScreenProps) {
  const bulkOrder = useBulkOrder(memberId, repeated, platforms)
  const { field, text, count, write, busy, failure, preview, result, makePreview, place } = bulkOrder
  return (
    <>
      <Card className="grid gap-4">
        {repeated !== '' && !result && <Notice>{repeatedListText(repeated.split('\n').length)}</Notice>}
        <BulkListInput
          field={field}
          text={text}
          count={count}
          error={preview ? null : failure}
          busy={busy}
          onWrite={write}
        />
        <Button
          tone={preview ? 'plain' : 'main'}
          size="l"
          busy={busy && !preview}
          onClick={makePreview}
          className="wide:justify-self-start wide:px-8"
        >
          {bulkTexts.preview}
        </Button>
      </Card>
      {preview && (
        <Outcome title={bulkTexts.preview}>
          <BulkOrderPreviewCard preview={preview} failure={failure} busy={busy} onPlace={place} />
        </Outcome>
      )}
      {result && (
        <Outcome title={bulkTexts.result}>
          <BulkOrderResultCard result={result} />
        </Outcome>
      )}
    </>
  )
}

/**
 * The preview or the result, which appears when its button was pressed. The focus moves to the heading, so that a
 * screen reader reads the heading and the page scrolls to it.
 */
function Outcome({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4">
      <h2 id={id} ref={heading} tabIndex={-1} className="text-l font-semibold outline-none">
        {title}
      </h2>
      {children}
    </section>
  )
}
