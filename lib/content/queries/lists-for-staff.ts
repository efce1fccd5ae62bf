import { readEditableList } from '#lib/editable-lists/editable-list.ts'
import type { AnyEditableList } from '#lib/editable-lists/list-declaration.ts'
import type { NoticeRow, PopupRow, QnaRow, RegisterWhereRow, TermsRow } from '../schema.ts'
import {
  noticeStaffList,
  popupStaffList,
  qnaStaffList,
  registerWhereStaffList,
  termsStaffList,
} from '../staff-lists.ts'

type ListQuery = { q: string; cursor: number | undefined }
type Page<Row> = { rows: Row[]; nextCursor: number | null; total: number }

/** Most rows to read, the largest page of the call. Lists edited by staff are shorter than that. */
const SIZE = 200

/** Makes a reader of one list that sorts the rows as the shop does. */
const reader =
  <Row>(list: AnyEditableList, order: (a: Row, b: Row) => number) =>
  async ({ q, cursor }: ListQuery): Promise<Page<Row>> => {
    const page = (await readEditableList(list, { q, cursor, size: SIZE })) as unknown as Page<Row>
    return { ...page, rows: page.rows.toSorted(order) }
  }

type Placed = { id: number; position: number }
const byPlace = (a: Placed, b: Placed) => a.position - b.position || a.id - b.id

export const qnasForStaff = reader<QnaRow>(qnaStaffList, byPlace)
export const registerWheresForStaff = reader<RegisterWhereRow>(registerWhereStaffList, byPlace)
export const popupsForStaff = reader<PopupRow>(popupStaffList, (a, b) => a.id - b.id)
export const noticesForStaff = reader<NoticeRow>(
  noticeStaffList,
  (a, b) => Number(b.isTop) - Number(a.isTop) || b.createdAt.localeCompare(a.createdAt) || b.id - a.id,
)
export const termsForStaff = reader<TermsRow>(
  termsStaffList,
  (a, b) => b.since.localeCompare(a.since) || a.kind.localeCompare(b.kind),
)
