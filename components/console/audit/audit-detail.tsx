import { actionText, subjectText } from '#lib/audit/labels.ts'
import type { AuditRow } from '#lib/audit/trail/schema.ts'
import { formatCount } from '#lib/money/points.ts'
import { type Fact, Facts } from '../../ui/amount.tsx'
import { Notice } from '../../ui/badge.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import { PageLink } from '../page-link.tsx'
import { diffOf } from './audit-diff.ts'

const rooms: Readonly<Record<string, string>> = {
  order: '/admin/orders',
  'auto-order': '/admin/auto-orders',
  member: '/admin/members',
  service: '/admin/services',
  settings: '/admin/settings',
}

function Subject({ subjectType, subjectId }: Pick<AuditRow, 'subjectType' | 'subjectId'>) {
  const words = subjectText(subjectType, subjectId)
  const path = rooms[subjectType]
  if (!path) return words
  return (
    <PageLink path={path} query={/^\d+$/.test(subjectId) ? { q: subjectId } : {}}>
      {words}
    </PageLink>
  )
}

const factsOf = ({ at, actorId, actorNo, subjectType, subjectId, reason, address, seq, hash }: AuditRow): Fact[] => [
  { term: '시각', value: seoulTime(at) },
  { term: '운영자', value: actorId ?? actorNo ?? '작업자' },
  { term: '대상', value: <Subject subjectType={subjectType} subjectId={subjectId} /> },
  ...(reason ? [{ term: '사유', value: <span className="wrap-anywhere">{reason}</span> }] : []),
  ...(address ? [{ term: '주소', value: address }] : []),
  {
    term: '사슬',
    value:
      seq === null ? (
        '자리 없음'
      ) : (
        <span className="wrap-anywhere">{`${formatCount(seq)}번째 · ${hash?.slice(0, 16)}`}</span>
      ),
  },
]

/** One act of staff: who, when, to what, what it changed, and whether its record is as it was written. */
export function AuditDetail({ row, touched }: { readonly row: AuditRow; readonly touched: boolean }) {
  return (
    <>
      {(touched || row.seq === null) && (
        <Notice tone="bad" className="text-s">
          이 기록은 쓰인 그대로가 아니에요. 정산에서 확인하세요.
        </Notice>
      )}
      <p className="font-semibold">{actionText(row.action)}</p>
      <Facts facts={factsOf(row)} align="start" className="text-s tabular-nums" />
      <Changes before={row.before} after={row.after} />
    </>
  )
}

function Changes({ before, after }: Pick<AuditRow, 'before' | 'after'>) {
  const { lines, same } = diffOf(before, after)
  if (lines.length === 0) return null
  return (
    <section aria-label="바뀐 것" className="grid gap-3 rounded-tile border border-line p-4 text-s">
      {lines.map((line) => (
        <div key={line.name} className="grid gap-1">
          <p className="font-semibold wrap-anywhere text-ink-2">{line.name}</p>
          {line.before !== null && <Side tone="bg-bad-soft" sign="−" name="전" text={line.before} />}
          {line.after !== null && <Side tone="bg-good-soft" sign="+" name="후" text={line.after} />}
        </div>
      ))}
      {same > 0 && <p className="text-ink-3">그대로인 값 {formatCount(same)}개</p>}
    </section>
  )
}

interface SideProps {
  readonly tone: string
  readonly sign: string
  readonly name: string
  readonly text: string
}

function Side({ tone, sign, name, text }: SideProps) {
  return (
    <p className={`flex gap-2 rounded-badge px-2 py-1 text-ink ${tone}`}>
      <span aria-hidden="true" className="select-none">
        {sign}
      </span>
      <span className="sr-only">{name}</span>
      <span className="whitespace-pre-wrap wrap-anywhere">{text === '' ? '(빈 값)' : text}</span>
    </p>
  )
}
