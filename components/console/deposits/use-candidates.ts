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

const asked = {
  pathOf: ({ id }: DepositRow) => `/api/admin/deposits/${id}`,
  versionOf: ({ id, status, reason }: DepositRow) => [id, status, reason].join(' '),
}

/** The story of the chosen deposit, the charges it may be for, and those of them that are picked. */
export function useCandidates(deposit: DepositRow | undefined, first: DepositDetail | null) {
  const { detail, failed } = useDetail<DepositRow, DepositDetail>(deposit, asked, first)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const own: Chosen =
    chosen && chosen.depositId === deposit?.id ? chosen : { depositId: deposit?.id ?? 0, found: [], picked: null }
  const offered = detail?.charges ?? []
  const charges = [...offered, ...own.found.filter(({ id }) => offered.every((charge) => charge.id !== id))]
  const picked = own.picked ?? (detail ? likelyCharges(detail) : [])
  const toggle = (charge: DepositCharge) => {
    const without = picked.filter(({ id }) => id !== charge.id)
    setChosen({ ...own, picked: without.length < picked.length ? without : [...picked, charge] })
  }
  const search = async (q: string) => {
    const asked = `/api/admin/charges?size=20&q=${encodeURIComponent(q)}`
    const answer = await callApi<{ rows: AdminChargeRow[] }>('GET', asked)
    const found = answer.ok ? answer.body.rows.filter(canApprove) : []
    if (found.length === 0) toast('충전할 수 있는 요청을 찾지 못했습니다.')
    setChosen({ ...own, picked, found: [...own.found, ...found] })
  }
  return { detail, failed, charges, picked, toggle, search }
}
