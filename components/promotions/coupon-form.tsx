'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { couponDoneText, couponMessages, promotionTexts } from '#lib/promotions/labels.ts'
import type { RegisteredCoupon } from '#lib/promotions/schema.ts'
import { isOutcomeUnknown } from '../chrome/attempt.ts'
import { callApi, refuseGuest } from '../chrome/call-api.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast-store.ts'
import { textOf, useForm } from '../ui/use-form.ts'

const CONFLICT_STATUS = 409

/** Form to register a coupon by its code. Success clears the field; an error is shown at the field. */
export function CouponForm({ isGuest }: { readonly isGuest: boolean }) {
  const router = useRouter()
  const [resetKey, setResetKey] = useState(0)
  const { busy, errorOf, formProps } = useForm(async (data) => {
    if (isGuest) {
      refuseGuest()
      return null
    }
    const code = textOf(data, 'code').trim()
    if (code === '') return { path: 'code', message: couponMessages.missing }
    const answer = await callApi<RegisteredCoupon>('POST', '/service/coupon', { code })
    if (!answer.ok) {
      // A coupon that this call, or an earlier one without a response, has registered is in the list of the loaded page.
      if (isOutcomeUnknown(answer.status) || answer.status === CONFLICT_STATUS) router.refresh()
      return { path: 'code', message: answer.message || couponMessages.unknown }
    }
    toast(couponDoneText(answer.body), { tone: 'good' })
    setResetKey((before) => before + 1)
    router.refresh()
    return null
  })
  return (
    <form {...formProps} aria-label="쿠폰 등록">
      <TextField
        key={resetKey}
        label={promotionTexts.code}
        name="code"
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="예: ABCD-EFGH-JKLM"
        error={errorOf('code')}
        action={
          <Button type="submit" tone="soft" busy={busy}>
            {promotionTexts.register}
          </Button>
        }
      />
    </form>
  )
}
