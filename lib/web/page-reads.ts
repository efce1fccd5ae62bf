import { cache } from 'react'
import { db } from '#lib/core/db.ts'
import { balanceOf } from '#lib/points/queries.ts'
import { waitingCounts } from '#lib/reports/queries/waiting.ts'

// What a layout and its page both show, read once for one rendering.

/** Balance of a member in hundredths of a point, for the top bar and the order screen. */
export const pageBalance = cache((memberId: number) => balanceOf(db(), memberId))

/** Numbers of items that wait for staff, for the console's menu and its dashboard. */
export const pageWaitingCounts = cache(() => waitingCounts(db()))
