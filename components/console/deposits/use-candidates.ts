'use client'

import { useState } from 'react'
import { canApprove } from '#lib/charges/rules.ts'
import type { AdminChargeRow } from '#lib/charges/schema.ts'
import type { DepositCharge, DepositDetail, DepositRow } from '#lib/deposits/schema.ts'
import { callApi } from '../../chrome/call-api.ts'
import { toast } from '../../ui/toast-store.ts'
import { useDetail } from '../use-detail.ts'
import { likelyCharges } from './deposit-text.ts'

interface Chosen {
  readonly depositId: number
  readonly found: readonly DepositCharge[]
  readonly picked: readonly DepositCharge[] | null
}

/** A deposit as it stands in the list; when any of this changes, its story has grown. */
const keyOf = ({ id, status, reason }: DepositRow): string => [id, status, reason].join(' ')

/** The story of the chosen deposit, the charges it may be for, and those of them that are picked. */
export function useCandidates(deposit: DepositRow | undefined, first: DepositDetail | null) {
  const loaded = first && { key: keyOf(first), detail: first }
  const path = deposit && `/api/admin/deposits/${deposit.id}`
  const { detail, failed } = useDetail(path, deposit && keyOf(deposit), loaded)
  const [kept, setKept] = useState<Chosen | null>(null)
  const own: Chosen =
    kept && kept.depositId === deposit?.id ? kept : { depositId: deposit?.id ?? 0, found: [], picked: null }
  const offered = detail?.charges ?? []
  const charges = [...offered, ...own.found.filter(({ id }) => offered.every((charge) => charge.id !== id))]
  const picked = own.picked ?? (detail ? likelyCharges(detail) : [])
  const toggle = (charge: DepositCharge) => {
    const without = picked.filter(({ id }) => id !== charge.id)
    setKept({ ...own, picked: without.length < picked.length ? without : [...picked, charge] })
  }
  const search = async (q: string) => {
    const asked = `/api/admin/charges?size=20&q=${encodeURIComponent(q)}`
    const answer = await callApi<{ rows: AdminChargeRow[] }>('GET', asked)
    const found = answer.ok ? answer.body.rows.filter(canApprove) : []
    if (found.length === 0) toast('충전할 수 있는 요청을 찾지 못했습니다.')
    setKept({ ...own, picked, found: [...own.found, ...found] })
  }
  return { detail, failed, charges, picked, toggle, search }
}
