'use client'

import { useState } from 'react'
import { cashRefundHeldByDebt, nothingToRefundInCash } from '#lib/charges/errors.ts'
import { refuseGuest } from '../chrome/call-api.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast-store.ts'
import { CashRefundForm } from './cash-refund-form.tsx'

/**
 * Button that opens the form for a cash refund. If no cash refund can be requested, shows the reason as a toast
 * instead.
 */
export function CashRefundButton({
  refundable,
  debt,
  isGuest,
  canMail,
}: {
  /** Amount that could be refunded now, in won. */
  readonly refundable: number
  /** The member's open debt, in won. */
  readonly debt: number
  readonly isGuest: boolean
  /** False if the shop has no way to send e-mails. */
  readonly canMail: boolean
}) {
  const [open, setOpen] = useState(false)
  const press = () => {
    if (isGuest) refuseGuest()
    else if (debt > 0) toast(cashRefundHeldByDebt().message, { tone: 'bad' })
    else if (refundable === 0) toast(nothingToRefundInCash().message, { tone: 'bad' })
    else setOpen(true)
  }
  return (
    <>
      <Button size="s" onClick={press}>
        환불 신청하기
      </Button>
      {open && (
        <Dialog open onClose={() => setOpen(false)} title="환불 신청">
          <CashRefundForm refundable={refundable} canMail={canMail} onRequested={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  )
}
