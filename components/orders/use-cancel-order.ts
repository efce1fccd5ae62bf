'use client'

import { useRouter } from 'next/navigation'
import { orderCancelMessages } from '#lib/orders/labels.ts'
import { unknownOutcomeTexts } from '#lib/orders/unknown-outcome-texts.ts'
import { requestButtonTexts } from '#lib/requests/labels.ts'
import { isOutcomeUnknown, shouldReloadAfter } from '../chrome/attempt.ts'
import { useCall } from '../chrome/use-call.ts'
import { toast } from '../ui/toast-store.ts'

/**
 * Returns the function `cancel`, which cancels a member's order, and whether its call is running (`busy`). `cancel`
 * ignores presses during a running call. It calls `onAnswered` after the response, except after a 409: the order has
 * changed in the meantime, and the open dialog shows the change once the list is reloaded. `unknown` is the text to
 * show until the dialog is closed if the response was lost, else null.
 */
export function useCancelOrder(id: number, onAnswered: (unknown: string | null) => void) {
  const router = useRouter()
  const { busy, call } = useCall()
  const cancel = async () => {
    const answer = await call<{ request?: object }>('POST', `/service/order/${id}/cancel`)
    if (!answer) return
    const isUnknown = isOutcomeUnknown(answer.status)
    if (answer.status !== 409) onAnswered(isUnknown ? unknownOutcomeTexts.cancellation : null)
    // `request` is present if the order had already been sent. The order isn't cancelled yet then: its cancellation was
    // requested from the provider or staff.
    const done = answer.body?.request ? requestButtonTexts.CANCEL.done : orderCancelMessages.done
    if (!isUnknown)
      toast(answer.ok ? done : answer.message || orderCancelMessages.failed, { tone: answer.ok ? 'good' : 'bad' })
    // A 409 means that the order has changed in the meantime, and a lost answer may mean that it is cancelled: the list
    // must be reloaded too.
    if (answer.ok || answer.status === 409 || shouldReloadAfter(answer.status)) router.refresh()
  }
  return { busy, cancel }
}
