import { formatCount, wonText } from '#lib/money/points.ts'
import { priceText } from '#lib/money/prices.ts'
import type { TaskKind } from '#lib/tasks/labels.ts'
import { durationText } from './labels.ts'

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

/**
 * Text about the detail of an alarm's task, by the kind of the task. Times in the detail are in seconds, prices in won.
 */
const alarmCauseTexts: Partial<Record<TaskKind, (detail: Readonly<Record<string, unknown>>) => string>> = {
  SERVICE_SLOW: ({ slow, usual }) =>
    `보통 ${durationText(numberOf(usual))} · 두 배 넘게 걸리는 주문 ${numberOf(slow)}건`,
  PROVIDER_FALLING: ({ before, now }) => `완료율 ${numberOf(before)}% → ${numberOf(now)}% (최근 50건)`,
  AUTO_BELOW_COST: ({ orders, runs, loss }) =>
    `자동주문 ${formatCount(numberOf(orders))}건 · 남은 회차 ${formatCount(numberOf(runs))}회 · 손해 ${wonText(numberOf(loss))}`,
  BELOW_COST: ({ price, cost }) => `가격 ${priceText(numberOf(price))} · 원가 ${priceText(numberOf(cost))}`,
}

/** Text about why a task was filed as an alarm (docs/contract.md#alarms); null for other kinds of tasks. */
export const alarmCauseText = (kind: TaskKind, detail: Readonly<Record<string, unknown>>): string | null =>
  alarmCauseTexts[kind]?.(detail) ?? null
