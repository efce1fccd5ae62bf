import type { JobError } from '#lib/reports/queries/shop-state.ts'
import { Card, CardTitle } from '../../ui/card.tsx'
import { shortMoment } from '../moments.ts'

/** What last went wrong in the worker's jobs. `now` in milliseconds. */
export function ErrorCard({ errors, now }: { readonly errors: readonly JobError[]; readonly now: number }) {
  return (
    <Card aria-label="최근 작업 오류" className="grid content-start gap-4 split:col-span-2">
      <CardTitle>최근 작업 오류</CardTitle>
      {errors.length === 0 && <p className="text-s text-ink-3">작업에서 난 오류가 없어요.</p>}
      <ul className="grid gap-3 text-s">
        {errors.map(({ id, task, attempts, lastError, at }) => (
          <li key={id} className="grid gap-0.5">
            <p className="flex flex-wrap gap-x-3">
              <b className="font-semibold">{task}</b>
              <span className="tabular-nums text-ink-3">
                {shortMoment(at, now)} · {attempts}번째
              </span>
            </p>
            <p className="line-clamp-2 wrap-anywhere text-ink-2">{lastError}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
