import type { Database, Db } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { refuseBroken } from '#lib/core/form-errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { filterRules, tooManyFilters } from './errors.ts'
import { MOST_FILTERS } from './rules.ts'
import type { SavedFilter, SavedFilterInput } from './schema.ts'

/**
 * Saves a list's filters under a name; an existing name of this page is overwritten. A lock on the member's row
 * serializes his saves, so that concurrent ones can't exceed the limit.
 * @throws BAD_INPUT the first broken rule; CONFLICT the maximum number of filters is reached
 */
export function saveFilter(db: Database, memberId: number, input: SavedFilterInput): Promise<SavedFilter> {
  refuseBroken(filterRules(input))
  const { room, name, query } = input
  return db.transaction(async (tx) => {
    await tx.rows('SELECT FROM members WHERE id = $1 FOR NO KEY UPDATE', [memberId])
    const [saved] = await tx.rows<SavedFilter>(
      `INSERT INTO saved_filters (member_id, room, name, query) SELECT $1, $2, $3, $4
       WHERE (SELECT count(*) FROM saved_filters WHERE member_id = $1 AND room = $2 AND name <> $3) < $5
       ON CONFLICT (member_id, room, name) DO UPDATE SET query = excluded.query
       RETURNING id, room, name, query`,
      [memberId, room, name, query, MOST_FILTERS],
    )
    if (!saved) throw tooManyFilters()
    return saved
  })
}

/** Deletes one of the member's saved filters. @throws NOT_FOUND */
export async function dropFilter(db: Db, memberId: number, id: number): Promise<void> {
  const rows = await db.rows('DELETE FROM saved_filters WHERE id = $1 AND member_id = $2 RETURNING id', [id, memberId])
  if (rows.length === 0) throw new AppError('NOT_FOUND', messages.notFound)
}
