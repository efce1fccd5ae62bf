import sql, { raw, type Sql } from 'sql-template-tag'
import type { Db } from '#lib/core/db.ts'
import { assetNotFound } from '#lib/file-storage/errors.ts'

/** SQL for the pictures of the message `t`, in the order of their upload. */
export const picturesOfMessageSql = raw(`coalesce((
  SELECT jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'width', p.width, 'height', p.height) ORDER BY p.id)
  FROM question_pictures p WHERE p.message_id = t.id), '[]') AS pictures`)

type Picture = { contentType: string; bytes: Buffer | null }
type PictureRequest = { id: number; memberId: number; isKnown: boolean }

// `isKnown`: the browser already has the picture, so its bytes aren't read from the database.
async function readPicture(db: Db, { id, isKnown }: PictureRequest, readable: Sql): Promise<Picture> {
  const [picture] = await db.rows<Picture>(
    sql`SELECT p.content_type, CASE WHEN NOT ${isKnown}::boolean THEN p.bytes END AS bytes FROM question_pictures p
      LEFT JOIN question_messages t ON t.id = p.message_id LEFT JOIN questions q ON q.id = t.question_id
      WHERE p.id = ${id} AND ${readable}`,
  )
  if (!picture) throw assetNotFound()
  return picture
}

/**
 * A picture in one of this member's questions, or an upload of this member.
 * @throws NOT_FOUND another member's picture, or no picture
 */
export const questionPictureForMember = (db: Db, request: PictureRequest): Promise<Picture> =>
  readPicture(
    db,
    request,
    sql`(q.member_id = ${request.memberId} OR (p.message_id IS NULL AND p.uploader_id = ${request.memberId}))`,
  )

/**
 * A picture in any question, or an upload of this staff member.
 * @throws NOT_FOUND an upload of another person, or no picture
 */
export const questionPictureForStaff = (db: Db, request: PictureRequest): Promise<Picture> =>
  readPicture(db, request, sql`(p.message_id IS NOT NULL OR p.uploader_id = ${request.memberId})`)
