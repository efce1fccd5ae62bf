import type { BookState } from '#lib/books/schema.ts'
import { Notice } from '../../ui/badge.tsx'

/** The whole proof in a sentence. */
export function Verdict({ balanced }: Pick<BookState, 'balanced'>) {
  if (balanced === null)
    return (
      <Notice>
        <p className="font-semibold">아직 확인한 적이 없어요.</p>
        <p className="text-s text-ink-2">매일 04:10에 저절로 확인해요. 지금 확인할 수도 있어요.</p>
      </Notice>
    )
  if (balanced)
    return (
      <Notice tone="good" role="status">
        <p className="font-semibold text-good">모두 맞아요.</p>
        <p className="text-s text-ink-2">잔액과 원장, 주문과 환불, 입금과 충전이 같고, 기록에 손댄 흔적이 없어요.</p>
      </Notice>
    )
  return (
    <Notice tone="bad" role="status">
      <p className="font-semibold text-bad">어긋난 곳이 있어요.</p>
      <p className="text-s text-ink-2">
        저절로 고치지 않아요. 아래 행을 확인하고, 데이터베이스에 누가 접근했는지 살펴보세요.
      </p>
    </Notice>
  )
}
