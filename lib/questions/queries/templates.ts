import { readEditableList } from '#lib/editable-lists/editable-list.ts'
import type { AnswerTemplateRow } from '../schema.ts'
import { answerTemplateStaffList } from '../staff-lists.ts'

type Page = { rows: AnswerTemplateRow[]; nextCursor: number | null; total: number }

/** Number of templates that are read at once: the most rows that a call may request. */
const MAX_ROWS = 200

/** Answer templates of staff, sorted by position. */
export async function answerTemplates({
  q = '',
  cursor,
}: {
  q?: string
  cursor?: number | undefined
} = {}): Promise<Page> {
  const page = (await readEditableList(answerTemplateStaffList, { q, cursor, size: MAX_ROWS })) as unknown as Page
  return { ...page, rows: page.rows.toSorted((a, b) => a.position - b.position || a.id - b.id) }
}
