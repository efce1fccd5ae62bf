import Link from 'next/link'
import type { BookState } from '#lib/books/schema.ts'
import { formatCount } from '#lib/money/points.ts'
import type { WorkerState } from '#lib/reports/queries/shop-state.ts'
import { Facts } from '../../ui/amount.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Card, CardTitle } from '../../ui/card.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'

/** Jobs run each minute: who hasn't for three isn't there. */
const LOST = 180
/** Jobs take seconds: what is due for a minute has nobody to do it. */
const LATE = 60

const elapsed = (seconds: number): string =>
  seconds < 120 ? `${seconds}초` : `${formatCount(Math.round(seconds / 60))}분`

function verdictOf({ seen, lag, failed }: WorkerState): [Tone, string] {
  if (seen === null || seen > LOST) return ['bad', '멈춤']
  if (lag > LATE) return ['warn', '밀림']
  return failed > 0 ? ['warn', '실패 있음'] : ['good', '정상']
}

function booksVerdict({ balanced, checkedAt }: BookState): [Tone, string] {
  if (balanced === null || !checkedAt) return ['neutral', '확인 전']
  return balanced ? ['good', '맞음'] : ['bad', '어긋남']
}

/** Whether the worker works, and whether the books balance. */
export function HealthCard({ worker, books }: { readonly worker: WorkerState; readonly books: BookState }) {
  const [tone, word] = verdictOf(worker)
  const [booksTone, booksWord] = booksVerdict(books)
  return (
    <Card aria-label="작업자" className="grid content-start gap-4">
      <CardTitle aside={<Badge tone={tone}>{word}</Badge>}>작업자</CardTitle>
      <Facts
        className="text-s tabular-nums"
        facts={[
          { term: '마지막 작업', value: worker.seen === null ? '없음' : `${elapsed(worker.seen)} 전` },
          { term: '가장 오래 밀린 작업', value: worker.lag > 0 ? elapsed(worker.lag) : '없음' },
          { term: '기다리는 작업', value: `${formatCount(worker.waiting)}개` },
          { term: '끝내 실패한 작업', value: `${formatCount(worker.failed)}개` },
          {
            term: '정산',
            value: (
              <Link href="/admin/books" prefetch={false} className="no-underline">
                <Badge tone={booksTone}>{booksWord}</Badge>
              </Link>
            ),
          },
          { term: '마지막 봉인', value: books.proof?.sealedAt ? seoulTime(books.proof.sealedAt) : '없음' },
        ]}
      />
    </Card>
  )
}
