import { cache } from 'react'
import { db } from '#lib/core/db.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { waitingCounts } from '#lib/reports/queries/waiting.ts'

// Data that both a layout and its page show: React's `cache` reads them once per rendering.

/** Balance of a member in hundredths of a point, for the top bar and the order screen. */
export const readPageBalance = cache((memberId: number) => balanceOf(db(), memberId))

/** Counts of items that wait for staff, for the console's menu and its dashboard. */
export const readPageWaitingCounts = cache(() => waitingCounts(db()))
