'use client'

import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { accountMessages } from '#lib/accounts/labels.ts'
import { callApi, refuseGuest } from '../chrome/call-api.ts'
import { Button } from '../ui/button.tsx'
import { Card, CardTitle } from '../ui/card.tsx'
import { StatusRegion } from '../ui/status-region.tsx'
import { toast, toastOnNextPage } from '../ui/toast-store.ts'

interface DeleteAccountCardProps {
  /** The balance that is lost with the account, formatted in won. */
  readonly balance: string
  readonly isGuest: boolean
}

/**
 * Card to delete the account: the first press shows a warning, the second deletes (docs/product.md#account). The
 * warning moves the focus to the cancel button, so that holding Enter, or pressing it twice, doesn't delete.
 */
export function DeleteAccountCard({ balance, isGuest }: DeleteAccountCardProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const cancelButton = useRef<HTMLButtonElement>(null)
  const deleteButton = useRef<HTMLButtonElement>(null)
  const { busy, deleteAccount } = useDeleteAccount()
  const press = (event: MouseEvent) => {
    if (isGuest) refuseGuest()
    else if (!isConfirming) setIsConfirming(true)
    // The second click of a double click isn't a confirmation.
    else if (event.detail < 2) void deleteAccount()
  }
  useEffect(() => {
    if (isConfirming) cancelButton.current?.focus()
  }, [isConfirming])
  const cancel = () => {
    deleteButton.current?.focus()
    setIsConfirming(false)
  }
  return (
    <Card className="grid gap-4">
      <CardTitle>회원탈퇴</CardTitle>
      <p className="text-ink-2">
        탈퇴하면 바로 로그아웃되고, 같은 아이디로 다시 가입할 수 없어요. 진행 중인 주문이 있으면 탈퇴할 수 없고, 처리
        중인 충전과 환불 신청은 취소돼요.
      </p>
      <StatusRegion>
        {isConfirming && (
          <p className="rounded-field bg-bad-soft px-3.5 py-3 font-semibold text-bad">
            남은 잔액 <span className="wrap-anywhere tabular-nums">{balance}</span>이 모두 사라지고 되돌릴 수 없어요.
          </p>
        )}
      </StatusRegion>
      <div className="flex flex-col-reverse gap-2 wide:flex-row">
        {isConfirming && (
          <Button ref={cancelButton} className="wide:flex-1" onClick={cancel}>
            그만두기
          </Button>
        )}
        <Button
          ref={deleteButton}
          tone={isConfirming ? 'bad' : 'plain'}
          className="wide:flex-1"
          busy={busy}
          onClick={press}
        >
          {isConfirming ? '정말 탈퇴하시겠습니까?' : '회원탈퇴'}
        </Button>
      </div>
    </Card>
  )
}

function useDeleteAccount() {
  const [busy, setBusy] = useState(false)
  const inFlight = useRef(false)
  const deleteAccount = async () => {
    if (inFlight.current) return
    inFlight.current = true
    setBusy(true)
    const answer = await callApi('DELETE', '/auth/account')
    if (answer.ok) {
      toastOnNextPage(accountMessages.deleted, { tone: 'good' })
      // Loads the whole page: the response has ended the session and started guest mode, so every layout must be
      // rendered again.
      return location.assign('/')
    }
    inFlight.current = false
    setBusy(false)
    toast(answer.message || accountMessages.deletionFailed, { tone: 'bad' })
  }
  return { busy, deleteAccount }
}
