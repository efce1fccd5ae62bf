import { depositColumnLabels, depositStatusLabels, waitReasonLabels, waitReasonTexts } from '#lib/deposits/labels.ts'
import type { ReadLine } from '#lib/deposits/rules.ts'
import type { TakenDeposit } from '#lib/deposits/schema.ts'
import type { Tone } from '../../ui/badge.tsx'
import { wonText } from '../amounts.ts'

type Word = readonly [text: string, tone: Tone, title?: string]

/** What a line is, before it is sent. */
export function readWord(read: ReadLine): Word {
  if (read.is === 'credit') return [`입금 ${wonText(read.deposit.amount)}`, 'main']
  if (read.is === 'other') return ['입금 아님, 건너뜀', 'neutral']
  return [`확인 필요: ${read.columns.map((column) => depositColumnLabels[column]).join(', ')}`, 'bad']
}

/** What became of it. */
export function answerWord({ status, reason, duplicate }: TakenDeposit): Word {
  const text = reason ? `대기 · ${waitReasonLabels[reason]}` : depositStatusLabels[status]
  if (duplicate) return [`이미 있음 · ${text}`, 'neutral']
  if (status === 'UNCONFIRMED') return [text, 'main', '다른 운영자가 확인한 뒤에 충전돼요.']
  return reason ? [text, 'warn', waitReasonTexts[reason]] : [text, 'good']
}
