import { readEditableList } from '#lib/editable-lists/editable-list.ts'
import type { AnyEditableListDeclaration } from '#lib/editable-lists/list-declaration.ts'
import type { NoticeRow, PopupRow, QnaRow, RegisterWhereRow, TermsRow } from '../schema.ts'
import {
  noticeStaffList,
  popupStaffList,
  qnaStaffList,
  registerWhereStaffList,
  termsStaffList,
} from '../staff-lists.ts'

type ListQuery = { q: string; cursor: number | undefined }
type ListPage<Row> = { rows: Row[]; nextCursor: number | null; total: number }

/** Maximum number of rows to read of a list; no call may ask for more. The lists that staff edit are shorter. */
const MAX_ROWS = 200

/**
 * Makes a function that reads an editable list and sorts its rows by `compare`, in the sequence that the shop shows.
 */
const listReader =
  <Row>(list: AnyEditableListDeclaration, compare: (a: Row, b: Row) => number) =>
  async ({ q, cursor }: ListQuery): Promise<ListPage<Row>> => {
    const page = (await readEditableList(list, { q, cursor, size: MAX_ROWS })) as unknown as ListPage<Row>
    return { ...page, rows: page.rows.toSorted(compare) }
  }

type PositionedRow = { id: number; position: number }
const byPosition = (a: PositionedRow, b: PositionedRow) => a.position - b.position || a.id - b.id

export const qnasForStaff = listReader<QnaRow>(qnaStaffList, byPosition)
export const registerWheresForStaff = listReader<RegisterWhereRow>(registerWhereStaffList, byPosition)
export const popupsForStaff = listReader<PopupRow>(popupStaffList, byPosition)
export const noticesForStaff = listReader<NoticeRow>(
  noticeStaffList,
  (a, b) =>
    Number(b.isTop) - Number(a.isTop) ||
    a.position - b.position ||
    b.createdAt.localeCompare(a.createdAt) ||
    b.id - a.id,
)
export const termsForStaff = listReader<TermsRow>(
  termsStaffList,
  (a, b) => b.since.localeCompare(a.since) || a.kind.localeCompare(b.kind),
)
