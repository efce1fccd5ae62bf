import sql, { raw, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { type Db, oneRow } from '#lib/core/db.ts'
import {
  byColumn,
  firstInSpan,
  idAndSortKey,
  type ListKeys,
  type ListSpan,
  listPage,
  spanCondition,
  statusCondition,
} from '#lib/core/keyset.ts'
import { containsPattern } from '#lib/core/search.ts'
import { matchesManyMembers, rowIdsOfMembersSql } from '#lib/members/queries.ts'
import { openQuestion } from '../rules.ts'
import type { AdminQuestion, AdminQuestionRow, adminQuestionQuery } from '../schema.ts'
import { picturesOfMessageSql } from './pictures.ts'

type Row = Omit<AdminQuestionRow, 'createdAt' | 'lastAt'> & { createdAt: Date; lastAt: Date }
type StoredMessage = Omit<AdminQuestion['messages'][number], 'createdAt'> & { createdAt: Date }
type Query = z.output<typeof adminQuestionQuery>

const columns = raw(`q.id, q.member_id AS member_no, m.login_id AS member_id, q.kind, q.status, q.order_id, q.charge_id,
  q.staff_unread AS unread, q.created_at, q.last_at,
  (SELECT left(text, 100) FROM question_messages WHERE question_id = q.id ORDER BY id LIMIT 1) AS preview`)

const questionsWithMembers = raw('questions q JOIN members m ON m.id = q.member_id')

const questionKeys: ListKeys = { table: 'questions', time: byColumn('created_at'), sorts: {} }

/**
 * How many of the newest messages a search reads. The number is bounded, because no index finds text inside a message.
 */
const SEARCHED_MESSAGES = 5_000

/** Search text read as the id of a question, an order or a charge; null if it can't be an id. */
const idIn = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)

// SQL for the ids of the questions that match the search text. The text may be the beginning of a login id
// (`byLoginId`), the id of an order, a charge or the question, or a part of one of the newest messages.
function searchBranches(text: string, span: ListSpan, filter: Sql, byLoginId: Sql): Sql {
  const rows = sql`SELECT ${idAndSortKey(span)} FROM questions f WHERE`
  const number = idIn(text)
  return sql`(${byLoginId})
  UNION (${rows} f.id = ${number}::int AND ${filter})
  UNION (${rows} f.order_id = ${number}::int AND ${filter})
  UNION (${rows} f.charge_id = ${number}::int AND ${filter})
  UNION (${rows} f.id IN (SELECT question_id FROM
      (SELECT question_id, text FROM question_messages ORDER BY id DESC LIMIT ${SEARCHED_MESSAGES}) AS newest
      WHERE text ILIKE ${containsPattern(text)}) AND ${filter})`
}

async function questionIdsFor(db: Db, { status, q }: Pick<Query, 'status' | 'q'>): Promise<(span: ListSpan) => Sql> {
  const text = q.trim()
  const where = statusCondition(status)
  if (text === '') return (span) => sql`SELECT ${idAndSortKey(span)} FROM questions f WHERE ${firstInSpan(where, span)}`
  const member = text.toLowerCase()
  const matchesMany = await matchesManyMembers(db, member)
  return (span) => {
    const byLoginId = rowIdsOfMembersSql({ keys: questionKeys, wanted: {}, matchesMany, text: member, where, span })
    return searchBranches(text, span, spanCondition(where, span), byLoginId)
  }
}

const toRow = (row: Row): AdminQuestionRow => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  lastAt: row.lastAt.toISOString(),
})

/** One page of questions for staff, newest first, by keyset (docs/contract.md#staff-lists). */
export async function questionsForStaff(db: Db, wanted: Query) {
  const ids = await questionIdsFor(db, wanted)
  return listPage(
    db,
    { keys: questionKeys, wanted, ids, alias: 'q' },
    (rowsOfPage) => db.rows<Row>(sql`SELECT ${columns} FROM ${questionsWithMembers} WHERE ${rowsOfPage}`),
    toRow,
  )
}

/** A question for staff, with its messages, oldest first; null if there is no such question. */
export async function questionForStaff(db: Db, id: number): Promise<AdminQuestion | null> {
  const [row] = await db.rows<Row>(sql`SELECT ${columns} FROM ${questionsWithMembers} WHERE q.id = ${id}`)
  if (!row) return null
  const messages = await db.rows<StoredMessage>(
    sql`SELECT t.id, t.author, t.text, t.created_at, ${picturesOfMessageSql},
        CASE WHEN t.author = 'STAFF' THEN m.login_id END AS staff_id
      FROM question_messages t LEFT JOIN members m ON m.id = t.author_id WHERE t.question_id = ${id} ORDER BY t.id`,
  )
  return { ...toRow(row), messages: messages.map((each) => ({ ...each, createdAt: each.createdAt.toISOString() })) }
}

/** Number of questions that wait for an answer from staff. */
export const countOpenQuestions = (db: Db): Promise<{ count: number }> =>
  oneRow(db, `SELECT count(*)::int AS count FROM questions WHERE ${openQuestion.sql()}`)
