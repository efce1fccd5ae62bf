import { readEditableList } from '#lib/editable-lists/editable-list.ts'
import type { AnswerTemplateRow } from '../schema.ts'
import { answerTemplateStaffList } from '../staff-lists.ts'

type Page = { rows: AnswerTemplateRow[]; nextCursor: number | null; total: number }

/** How many templates are read at once; no call may ask for more rows. */
const MAX_ROWS = 200

/** Templates for answers of staff, sorted by their position. */
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
