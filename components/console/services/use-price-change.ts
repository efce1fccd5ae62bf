'use client'

import { useState } from 'react'
import type { PriceChangeInput, PricePreview } from '#lib/catalog/schema.ts'
import { formatCount } from '#lib/money/points.ts'
import { useConsoleCall } from '../use-console-call.ts'

const APPLIED = '/api/admin/services/prices/apply'
const PREVIEWED = '/api/admin/services/prices/preview'

type Shown = { readonly input: PriceChangeInput; readonly preview: PricePreview }

/** A change of many prices: shown first, then made as it was shown, or told that it would be another by now. */
export function usePriceChange(onDone: () => void) {
  const { busy, run } = useConsoleCall()
  const [shown, setShown] = useState<Shown | null>(null)
  async function preview(input: PriceChangeInput) {
    const answer = await run<PricePreview>({ method: 'POST', path: PREVIEWED, body: input })
    setShown(answer?.ok ? { input, preview: answer.body } : null)
  }
  async function apply() {
    if (!shown) return
    const body = { ...shown.input, digest: shown.preview.digest }
    const done = ({ changed }: { changed: number }) => `상품 ${formatCount(changed)}개의 가격을 바꿨습니다.`
    const answer = await run<{ changed: number }>({ method: 'POST', path: APPLIED, body, done })
    if (answer?.ok) onDone()
    // What was shown is no more what would happen.
    else if (answer) setShown(null)
  }
  return { busy, preview, apply, shown: shown?.preview ?? null, forget: () => setShown(null) }
}
