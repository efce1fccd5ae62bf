'use client'

import { useRef, useState } from 'react'
import { chargeStatus } from '#lib/charges/labels.ts'
import { isApprovedWithoutDeposit, sumOfWon } from '#lib/deposits/rules.ts'
import type { DepositCharge, DepositDetail, DepositRow } from '#lib/deposits/schema.ts'
import { wonText } from '#lib/money/points.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { KeyCap } from '../../ui/key-cap.tsx'
import { toast } from '../../ui/toast-store.ts'
import { shortTimeText } from '../format.ts'
import { useDetail } from '../use-detail.ts'
import { findApprovableCharges } from './approvable-charges.ts'
import { chargePickKeys } from './deposit-keys.ts'
import { findLikelyCharges } from './likely-charges.ts'

/** The charges that staff have found and picked for one deposit (`depositId`). */
interface PickedCharges {
  readonly depositId: number
  /** Charges found by search. */
  readonly found: readonly DepositCharge[]
  /**
   * Null until staff pick or unpick a charge; until then the charges that clearly fit the deposit (`findLikelyCharges`)
   * are picked.
   */
  readonly picked: readonly DepositCharge[] | null
}

/** How `useDetail` loads the detail of a deposit. It is loaded again when a value in `versionOf` changes. */
const candidatesRequest = {
  pathOf: ({ id }: DepositRow) => `/api/admin/deposits/${id}`,
  versionOf: ({ id, status, reason }: DepositRow) => [id, status, reason].join(' '),
}

/**
 * Loads the detail of the selected deposit. `charges` are the charges that the deposit may pay for, suggested by the
 * server or found by search. `picked` are the charges that staff have picked; until they pick or unpick one, the
 * charges that clearly fit the deposit (`findLikelyCharges`). `initialDetail` is the detail that the server loaded with
 * the page.
 */
export function useCandidateCharges(deposit: DepositRow | undefined, initialDetail: DepositDetail | null) {
  const { detail, failed } = useDetail<DepositRow, DepositDetail>(deposit, candidatesRequest, initialDetail)
  const [stored, setStored] = useState<PickedCharges | null>(null)
  const current: PickedCharges =
    stored && stored.depositId === deposit?.id ? stored : { depositId: deposit?.id ?? 0, found: [], picked: null }
  const suggested = detail?.charges ?? []
  const charges = [...suggested, ...current.found.filter(({ id }) => suggested.every((charge) => charge.id !== id))]
  const picked = current.picked ?? (detail ? findLikelyCharges(detail) : [])
  const toggle = (charge: DepositCharge) => {
    const remaining = picked.filter(({ id }) => id !== charge.id)
    setStored({ ...current, picked: remaining.length < picked.length ? remaining : [...picked, charge] })
  }
  const search = async (q: string) => {
    const found = await findApprovableCharges(q)
    if (found.length === 0) toast('충전할 수 있는 요청을 찾지 못했어요.')
    setStored({ ...current, picked, found: [...current.found, ...found] })
  }
  return { detail, failed, charges, picked, toggle, search }
}

interface ChargePickerProps {
  readonly deposit: DepositRow
  readonly charges: readonly DepositCharge[]
  readonly picked: readonly DepositCharge[]
  readonly now: number
  readonly onToggle: (charge: DepositCharge) => void
  readonly onSearch: (q: string) => void
}

/**
 * List of the charges that a deposit may pay for, from which staff pick. If one charge is picked, the deposit will be
 * matched to it; if several are picked, the deposit will be split among them.
 */
export function ChargePicker({ deposit, charges, picked, now, onToggle, onSearch }: ChargePickerProps) {
  const field = useRef<HTMLInputElement>(null)
  const sum = sumOfWon(picked.map(({ payAmount }) => payAmount))
  return (
    <section aria-label="맞출 충전" className="grid gap-2">
      <h3 className="text-s font-semibold text-ink-2">맞출 충전 요청</h3>
      {charges.length === 0 && <p className="text-s text-ink-3">비슷한 요청이 없어요. 회원이나 이름으로 찾아보세요.</p>}
      <ul className="grid gap-1.5">
        {charges.map((charge, at) => (
          <li key={charge.id}>
            <CandidateCharge
              charge={charge}
              deposit={deposit}
              now={now}
              pickKey={chargePickKeys[at] ?? null}
              checked={picked.some(({ id }) => id === charge.id)}
              onToggle={() => onToggle(charge)}
            />
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const q = field.current?.value.trim()
          if (q) onSearch(q)
        }}
      >
        <TextField
          ref={field}
          label="다른 충전 찾기"
          labelHidden
          placeholder="다른 충전 찾기: 회원, 이름, 금액"
          dense
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
          action={
            <Button type="submit" size="s">
              찾기
            </Button>
          }
        />
      </form>
      {picked.length > 0 && (
        <p className="flex justify-between text-s tabular-nums">
          <span className="text-ink-3">{picked.length}건 합계</span>
          <b className={sum === deposit.amount ? 'text-good' : 'text-bad'}>
            {wonText(sum)}
            {sum !== deposit.amount &&
              ` · ${wonText(Math.abs(deposit.amount - sum))} ${sum > deposit.amount ? '많음' : '모자람'}`}
          </b>
        </p>
      )}
    </section>
  )
}

interface CandidateProps {
  readonly charge: DepositCharge
  readonly deposit: DepositRow
  readonly now: number
  readonly pickKey: string | null
  readonly checked: boolean
  readonly onToggle: () => void
}

function CandidateCharge({ charge, deposit, now, pickKey, checked, onToggle }: CandidateProps) {
  return (
    <label className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2.5 rounded-field border border-line px-3 py-2 text-s has-checked:border-main-text has-checked:bg-main-soft has-checked:[--ink-3:var(--ink-2)] has-focus-visible:outline-3 has-focus-visible:outline-main-text">
      <input type="checkbox" checked={checked} onChange={onToggle} className="size-[18px] accent-main outline-none" />
      <span className="grid min-w-0">
        <span className="wrap-anywhere">
          <b className="font-semibold">{charge.name}</b> · {charge.memberId}
        </span>
        <span className="flex flex-wrap gap-1.5 text-ink-3">
          {shortTimeText(charge.createdAt, now)}
          {isApprovedWithoutDeposit(charge) && <Badge tone="good">승인됨</Badge>}
          {charge.status === chargeStatus.FAIL && <Badge>시간 만료</Badge>}
        </span>
      </span>
      <span className="grid justify-items-end gap-1 tabular-nums">
        <b className={charge.payAmount === deposit.amount ? 'text-good' : 'font-semibold'}>
          {wonText(charge.payAmount)}
        </b>
        {pickKey && <KeyCap name={pickKey} />}
      </span>
    </label>
  )
}
