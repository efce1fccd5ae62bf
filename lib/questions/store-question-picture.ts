import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { imageWithoutMetadata } from '#lib/core/image-metadata.ts'
import { inspectImage } from '#lib/core/inspect-image.ts'
import { secondsUntilPastSql } from '#lib/core/seconds-until-past.ts'
import { decodeImage } from '#lib/file-storage/decode-image.ts'
import { imageRefused } from '#lib/file-storage/errors.ts'
import { pictureTypeRefused, tooManyPictures } from './errors.ts'
import { lockQuestioner } from './limit-messages.ts'
import { dailyPictureLimits, MAX_PICTURE_BYTES } from './rules.ts'
import type { PictureInput, QuestionPicture } from './schema.ts'

type Uploader = { memberId: number; side: keyof typeof dailyPictureLimits }

/**
 * Decodes an uploaded picture and removes its metadata.
 * @throws BAD_INPUT another type, broken, or too many pixels; TOO_LARGE
 */
function readPicture(data: string) {
  const original = decodeImage(data, MAX_PICTURE_BYTES)
  const kind = inspectImage(original)
  if (kind === 'UNKNOWN') throw pictureTypeRefused()
  if (typeof kind === 'string') throw imageRefused(kind)
  if (kind.contentType === 'image/gif') throw pictureTypeRefused()
  const bytes = imageWithoutMetadata(original, kind.contentType)
  if (!bytes || typeof inspectImage(bytes) === 'string') throw imageRefused('BROKEN')
  return { ...kind, bytes }
}

/**
 * Finds an upload of the same file (name and bytes) by this person within a day that isn't part of a message yet. A
 * retry thus stores nothing and counts once.
 */
async function findRepeatedPicture(tx: Db, memberId: number, name: string, bytes: Buffer) {
  const [found] = await tx.rows<QuestionPicture>(
    `SELECT id, name, width, height FROM question_pictures
     WHERE uploader_id = $1 AND created_at > now() - interval '1 day' AND message_id IS NULL AND name = $2 AND bytes = $3
     LIMIT 1`,
    [memberId, name, bytes],
  )
  return found
}

async function limitPictures(tx: Db, { memberId, side }: Uploader, size: number): Promise<void> {
  const used = await oneRow<{ count: number; bytes: number; dayLeft: number | null }>(
    tx,
    `SELECT count(*)::int AS count, coalesce(sum(size), 0)::float8 AS bytes,
       ${secondsUntilPastSql('min(created_at)', '1 day')} AS day_left FROM question_pictures
     WHERE uploader_id = $1 AND created_at > now() - interval '1 day'`,
    [memberId],
  )
  const limits = dailyPictureLimits[side]
  if (used.count >= limits.count || used.bytes + size > limits.bytes) throw tooManyPictures(used.dayLeft ?? 1)
}

/**
 * Stores a picture that a member or staff will send with a message. Until it is sent, only its uploader can read it. If
 * it isn't sent within a day, it is deleted (docs/contract.md#questions). The camera's metadata, such as the place,
 * isn't stored.
 * @throws TOO_MANY_REQUESTS; the errors of readPicture and lockQuestioner
 */
export async function storeQuestionPicture(
  db: Database,
  uploader: Uploader,
  { data, name }: PictureInput,
): Promise<QuestionPicture> {
  const { contentType, width, height, bytes } = readPicture(data)
  const { memberId } = uploader
  return db.transaction(async (tx) => {
    await lockQuestioner(tx, memberId)
    const repeated = await findRepeatedPicture(tx, memberId, name, bytes)
    if (repeated) return repeated
    await limitPictures(tx, uploader, bytes.length)
    return oneRow<QuestionPicture>(
      tx,
      `INSERT INTO question_pictures (uploader_id, name, content_type, width, height, size, bytes)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id, name, width, height`,
      [memberId, name, contentType, width, height, bytes.length, bytes],
    )
  })
}
