'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ApprovalRow } from '#lib/approvals/decisions/schema.ts'
import { doneOrWaitsText } from '#lib/approvals/labels.ts'
import type { AdminChargeRow } from '#lib/charges/schema.ts'
import { depositAndChargeAmountsDiffer } from '#lib/deposits/errors.ts'
import {
  candidatesLoadingText,
  depositTitle,
  dismissibleReasons,
  matchAwaitedText,
  otherNameText,
} from '#lib/deposits/labels.ts'
import { isApprovedWithoutDeposit, isDepositWaiting, sumOfWon } from '#lib/deposits/rules.ts'
import type { DepositCharge, DepositDetail, DepositRow, MatchedDeposit } from '#lib/deposits/schema.ts'
import { pointText, wonText } from '#lib/money/points.ts'
import { Facts } from '../../ui/amount.tsx'
import { Notice } from '../../ui/badge.tsx'
import { toast } from '../../ui/toast-store.ts'
import type { Action } from '../actions.tsx'
import { ListPage } from '../list-page.tsx'
import { usePickedRows } from '../picking.tsx'
import { type ListProps, useList } from '../use-list.ts'
import { ChargePicker, useCandidateCharges } from './charge-picker.tsx'
import { depositColumnsAt } from './deposit-columns.tsx'
import { DepositFacts } from './deposit-facts.tsx'
import { chargePickKeys, depositKeyHelp } from './deposit-keys.ts'
import { areNamesSimilar } from './likely-charges.ts'
import { MergeDepositsDialog } from './merge-deposits-dialog.tsx'
import { ReturnDepositsDialog } from './return-deposits-dialog.tsx'

interface DepositListProps extends ListProps<DepositRow, string> {
  /** Detail of the selected deposit, loaded by the server with the page; null if none is selected. */
  readonly initialDetail: DepositDetail | null
  /** Reasons that staff gave for recent returns, offered again in the return dialog. */
  readonly reasons: readonly string[]
  /** Open requests for confirmation by a second person, by deposit id. */
  readonly approvals: Readonly<Record<number, ApprovalRow>>
}

const emptyTexts = {
  search: ['찾는 입금이 없어요.', '이름, 금액, 거래번호 전체로 찾아보거나 상태를 전체로 바꿔 보세요.'],
  byStatus: {
    WAITING: ['기다리는 입금이 없어요.', '새 입금이 들어오면 여기에 보여요.'],
    UNCONFIRMED: ['확인할 입금이 없어요.', '가져온 입금 가운데 다른 운영자가 확인해야 충전되는 것이 여기에 보여요.'],
  },
  none: ['입금이 없어요.', '인터넷뱅킹의 거래내역을 가져오면 여기에 나타나요.'],
} as const

/** Status that the list shows for a deposit after each decision of staff, until it is reloaded. */
const statusAfterDecision = {
  match: 'MATCHED',
  split: 'SPLIT',
  merge: 'MERGED',
  return: 'RETURNED',
  duplicate: 'DUPLICATE',
} as const

const MATCH_DIALOG = 'match'
const MERGE_DIALOG = '합치기'
const RETURN_DIALOG = 'return'

/**
 * List of deposits with the detail of the selected one and the charges that it may pay for. Staff match, split, merge
 * or return a deposit, or close it as a duplicate.
 */
export function DepositList({ initialDetail, reasons, approvals, ...props }: DepositListProps) {
  const { now, listUrl, mayAct } = props
  const router = useRouter()
  const list = useList(props, { waits: isDepositWaiting, approvalOf: ({ id }) => approvals[id] })
  const { row: deposit, rows, busy } = list
  const { detail, failed, charges, picked, toggle, search } = useCandidateCharges(deposit, initialDetail)
  const pickable = mayAct ? rows.filter((row) => isDepositWaiting(row) && !approvals[row.id]).map(({ id }) => id) : []
  const picks = usePickedRows(pickable)
  /**
   * Id of the deposit for which A was pressed before its candidate charges were loaded. Once they are loaded, its match
   * dialog opens.
   */
  const [awaitedId, setAwaitedId] = useState<number | null>(null)
  if (awaitedId !== null && awaitedId !== deposit?.id) setAwaitedId(null)
  /** The picked deposits: they can be merged or returned together. */
  const pickedDeposits = rows.filter(({ id }) => picks.picked.includes(id))
  /**
   * The deposits for which the return dialog was opened. The picked deposits change while the dialog returns them one
   * by one.
   */
  const [returning, setReturning] = useState<readonly DepositRow[]>([])
  /** The selected deposit, if the viewer can still decide on it. */
  const decidableDeposit =
    mayAct && deposit !== undefined && isDepositWaiting(deposit) && !list.approval ? deposit : null
  async function settle(row: DepositRow, verb: keyof typeof statusAfterDecision, text: string, body?: object) {
    const answer = await list.run<Partial<MatchedDeposit>>({
      method: 'POST',
      path: `/api/admin/deposits/${row.id}/${verb}`,
      body,
      done: doneOrWaitsText('DEPOSIT_MATCH', text),
    })
    if (!answer) return
    list.closeDialog()
    if (!answer.ok || answer.body.approval) return
    const changed = verb === 'merge' ? pickedDeposits : [row]
    list.change(
      changed.map(({ id }) => id),
      { status: statusAfterDecision[verb], reason: null },
    )
    list.closeAndSelectNext(row, row.id)
  }
  const match = (row: DepositRow) => {
    const [only, ...more] = picked
    const text = `${depositTitle(row)}을 충전했어요.`
    if (only && more.length === 0)
      settle(row, 'match', text, { chargeId: only.id, credited: isApprovedWithoutDeposit(only) })
    else settle(row, 'split', text, { chargeIds: picked.map(({ id }) => id) })
  }
  const merge = (charge: AdminChargeRow) => {
    const [first, ...others] = pickedDeposits
    const text = `입금 ${pickedDeposits.length}건 · ${wonText(charge.payAmount)}을 충전했어요.`
    if (first) settle(first, 'merge', text, { chargeId: charge.id, depositIds: others.map(({ id }) => id) })
  }
  const askMatch = (row: DepositRow) => () => {
    if (busy) return
    if (!detail && !failed) return setAwaitedId(row.id)
    setAwaitedId(null)
    if (picked.length === 0) toast('맞출 충전 요청을 골라 주세요.', { tone: 'bad' })
    else if (sumOfWon(picked.map(({ payAmount }) => payAmount)) !== row.amount)
      toast(depositAndChargeAmountsDiffer().message, { tone: 'bad' })
    else list.openDialog(MATCH_DIALOG)
  }
  const openAwaited = useEffectEvent(() => {
    if (decidableDeposit && awaitedId === decidableDeposit.id) askMatch(decidableDeposit)()
  })
  const isLoaded = detail !== null || failed
  useEffect(() => {
    if (isLoaded) openAwaited()
  }, [isLoaded])
  const askReturn = () => {
    if (busy) return
    setReturning(pickedDeposits.length > 1 ? pickedDeposits : decidableDeposit ? [decidableDeposit] : [])
    list.openDialog(RETURN_DIALOG)
  }
  const actionsOf = (row: DepositRow): readonly Action[] => {
    const title = depositTitle(row)
    const dismissAction: Action = {
      key: 'd',
      label: '중복으로 처리',
      confirm: {
        // Staff must confirm this, because a deposit closed as a duplicate can't be credited to anyone any more.
        text: `${title}\n이미 들어온 입금과 같거나 없는 입금으로 보고 처리를 끝내요. 아무에게도 충전되지 않고, 포인트는 움직이지 않아요.`,
        tone: 'main',
        focused: true,
        onConfirm: () => settle(row, 'duplicate', `${title}을 중복으로 처리했어요.`),
      },
    }
    const matchAction: Action = { key: 'a', label: picked.length > 1 ? '나누어 충전' : '맞추기', run: askMatch(row) }
    const returnAction: Action = { key: 'r', label: '반환', run: askReturn }
    const isDoubtful = row.reason !== null && dismissibleReasons.includes(row.reason)
    return isDoubtful ? [dismissAction, matchAction, returnAction] : [matchAction, returnAction]
  }
  const toggleAt = (at: number) => () => decidableDeposit && charges[at] && toggle(charges[at])
  return (
    <ListPage
      {...{ list, emptyTexts }}
      noun="입금"
      dense="tight"
      columns={depositColumnsAt(now)}
      titleOf={depositTitle}
      actions={decidableDeposit ? actionsOf(decidableDeposit) : []}
      keys={mayAct ? depositKeyHelp : []}
      shortcuts={{
        ...Object.fromEntries(chargePickKeys.map((number, at) => [number, toggleAt(at)])),
        i: () => mayAct && router.push(`${listUrl.path}/import`),
      }}
      picking={
        mayAct
          ? {
              picks,
              ids: pickable,
              nameOf: depositTitle,
              minPicked: 2,
              bar: {
                label: '고른 입금',
                text: `${pickedDeposits.length}건 고름 · ${wonText(sumOfWon(pickedDeposits.map(({ amount }) => amount)))}`,
                action: MERGE_DIALOG,
                dialog: MERGE_DIALOG,
                secondAction: { key: 'r', label: '반환', run: askReturn },
              },
            }
          : undefined
      }
      detail={(row) => (
        <>
          <DepositFacts deposit={row} detail={detail} />
          {failed && <p className="text-s text-bad">내용을 불러오지 못했어요. 새로고침해 주세요.</p>}
          {decidableDeposit && !detail && !failed && (
            <p role="status" className="text-s text-ink-3">
              {awaitedId === row.id ? matchAwaitedText : candidatesLoadingText}
            </p>
          )}
          {decidableDeposit && detail && (
            <ChargePicker deposit={row} {...{ charges, picked, now }} onToggle={toggle} onSearch={search} />
          )}
        </>
      )}
      dialogs={(row) => ({ [MATCH_DIALOG]: { confirm: matchConfirmDialog(row, picked, () => match(row)) } })}
    >
      {list.dialog === RETURN_DIALOG && returning.length > 0 && (
        <ReturnDepositsDialog
          {...{ reasons, busy }}
          deposits={returning}
          onReturnSingle={(row, reason) =>
            settle(row, 'return', `${depositTitle(row)}을 반환으로 적었어요.`, { reason })
          }
          onReturned={({ id }) => {
            list.change([id], { status: statusAfterDecision.return, reason: null })
            if (id === list.chosen)
              list.selectNextAfter(
                returning.map((each) => each.id),
                id,
              )
          }}
          onClose={list.closeDialog}
        />
      )}
      {list.dialog === MERGE_DIALOG && (
        <MergeDepositsDialog busy={busy} onClose={list.closeDialog} deposits={pickedDeposits} onMerge={merge} />
      )}
    </ListPage>
  )
}

/**
 * Dialog before a match or split. It shows once more which members will get the points, so that staff can check their
 * choice.
 */
function matchConfirmDialog(deposit: DepositRow, charges: readonly DepositCharge[], onConfirm: () => void) {
  const isJoin = charges.every(isApprovedWithoutDeposit)
  const effect = isJoin
    ? '을 먼저 승인한 충전에 연결해요. 포인트는 움직이지 않아요.'
    : '으로 아래 회원에게 바로 충전해요.'
  const facts = charges.map((charge) => ({
    term: `${charge.memberId} · ${charge.name} (${charge.id})`,
    value: isJoin ? '0P' : `+${pointText(charge.point)}`,
  }))
  return {
    title: charges.length > 1 ? '입금 나누기' : '입금 맞추기',
    text: `${depositTitle(deposit)} 입금${effect}`,
    action: isJoin ? '충전에 잇기' : '충전하기',
    tone: 'main',
    focused: true,
    onConfirm,
    children: (
      <>
        {charges.some(({ name }) => !areNamesSimilar(name, deposit.name)) && (
          <Notice tone="warn" className="text-s">
            {otherNameText}
          </Notice>
        )}
        <Facts facts={facts} />
      </>
    ),
  } as const
}
