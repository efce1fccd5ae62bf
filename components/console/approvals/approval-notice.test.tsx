import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ApprovalRow } from '#lib/approvals/decisions/schema.ts'
import { ApprovalNotice } from './approval-actions.tsx'

const approval: ApprovalRow = {
  id: 1,
  createdAt: '2026-11-30T00:00:00.000Z',
  kind: 'DEPOSIT_IMPORT',
  state: 'WAITING',
  why: 'LIMIT',
  subjectType: 'import',
  subjectId: 7,
  memberNo: null,
  memberId: null,
  amount: 4_400_000,
  takes: false,
  reason: '',
  askedBy: 'manager',
  decidedBy: null,
  decidedAt: null,
  note: '',
  alone: false,
  mine: 'CONFIRM',
}

test('who is to confirm imported deposits is led to them: the request itself has only their sum', () => {
  const html = renderToStaticMarkup(<ApprovalNotice approval={approval} />)
  expect(html).toContain('href="/admin/deposits?status=UNCONFIRMED"')
  expect(renderToStaticMarkup(<ApprovalNotice approval={{ ...approval, kind: 'ADJUSTMENT' }} />)).not.toContain('href')
})
