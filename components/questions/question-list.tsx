import Link from 'next/link'
import { questionSubjectText, questionTexts } from '#lib/questions/labels.ts'
import type { QuestionRow } from '#lib/questions/schema.ts'
import { Badge } from '../ui/badge.tsx'
import { Card, CardTitle } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Moment } from '../ui/moment.tsx'
import { QuestionBadge } from './question-badge.tsx'
import { olderQuestionsHref, questionHref } from './questions-query.ts'

interface QuestionListProps {
  readonly rows: readonly QuestionRow[]
  readonly nextCursor: number | null
  /** Id of the question that is shown beside the list. */
  readonly shown: number | null
}

/** A member's questions as links, newest first; questions with an unread answer are marked. */
export function QuestionList({ rows, nextCursor, shown }: QuestionListProps) {
  return (
    <Card aria-labelledby="own-questions" className="grid gap-2">
      <CardTitle id="own-questions">{questionTexts.list}</CardTitle>
      {rows.length === 0 && <EmptyState title={questionTexts.none} hint={questionTexts.noneHint} />}
      <ul className="grid gap-1">
        {rows.map((row) => (
          <li key={row.id}>
            <Link
              href={questionHref(row.id)}
              prefetch={false}
              aria-current={row.id === shown ? 'page' : undefined}
              className="grid gap-1 rounded-field px-3 py-2.5 text-ink no-underline hover:bg-sunken aria-[current=page]:bg-sunken"
            >
              <span className="flex flex-wrap items-center gap-1.5">
                <QuestionBadge status={row.status} />
                {row.unread && <Badge tone="main">{questionTexts.fresh}</Badge>}
                <span className="text-s text-ink-2">{questionSubjectText(row)}</span>
                <span className="ml-auto text-s text-ink-2">
                  <Moment at={row.lastAt} />
                </span>
              </span>
              <span className="truncate">{row.preview}</span>
            </Link>
          </li>
        ))}
      </ul>
      {nextCursor !== null && (
        <Link
          href={olderQuestionsHref(nextCursor)}
          prefetch={false}
          className="justify-self-center py-2 font-semibold text-main-text"
        >
          {questionTexts.other}
        </Link>
      )}
    </Card>
  )
}
