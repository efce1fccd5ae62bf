import type { Metadata } from 'next'
import { ChargeDesk } from '#components/charges/charge-desk.tsx'
import { ChargeHistory, historySize } from '#components/charges/charge-history.tsx'
import { ChargeRules } from '#components/charges/charge-rules.tsx'
import { accountOf, termsOf } from '#components/charges/charge-terms.ts'
import { type HistoryState, historyState } from '#components/charges/history-state.ts'
import { shownCharge } from '#components/charges/shown-charge.ts'
import { PageTitle } from '#components/ui/page-title.tsx'
import { chargeStatus } from '#lib/charges/labels.ts'
import { chargeHistory } from '#lib/charges/queries.ts'
import { MOST_PENDING } from '#lib/charges/rules.ts'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { settings } from '#lib/settings/queries.ts'
import { allow, type Viewer } from '#lib/web/gate.ts'

export const metadata: Metadata = { title: '잔액충전' }

type Search = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function PointPage({ searchParams }: Search) {
  const who = await allow('member', 'guest')
  const query = await searchParams
  const state = historyState(query)
  const [site, { pending, history }] = await Promise.all([settings(db()), chargesOf(who, state)])
  const now = clock.now().getTime()
  return (
    <>
      <PageTitle title="잔액충전" />
      <ChargeRules />
      <ChargeDesk
        terms={termsOf(site, who.kind === 'guest')}
        account={accountOf(site)}
        pending={shownCharge(pending, query, now)}
        now={now}
      />
      <ChargeHistory {...history} state={state} now={now} />
    </>
  )
}

async function chargesOf(who: Viewer, state: HistoryState) {
  if (who.kind !== 'member') return { pending: [], history: { rows: [], total: 0 } }
  const mine = (page: { status?: number | undefined; page: number; size: number }) =>
    chargeHistory(db(), who.caller.memberId, page)
  const open = { status: chargeStatus.PENDING, page: 1, size: MOST_PENDING }
  const [pending, history] = await Promise.all([mine(open), mine({ ...state, size: historySize })])
  return { pending: pending.rows, history }
}
