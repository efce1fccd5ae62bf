import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAudit } from '#lib/audit/record-audit.ts'
import { dropCached } from '#lib/core/cache.ts'
import { type Database, type Db, oneRow } from '#lib/core/db.ts'
import { refuseBroken } from '#lib/core/form-errors.ts'
import { changedMeanwhile } from '#lib/editable-lists/errors.ts'
import { pictureNotThere } from './errors.ts'
import { guideRules } from './rules.ts'
import type { Guide, GuideChange } from './schema.ts'

async function refuseMissing(tx: Db, guide: Guide): Promise<void> {
  for (const device of ['desktop', 'mobile'] as const) {
    const hash = guide[device].replace('/assets/', '')
    const found = hash === '' || (await tx.rows('SELECT FROM assets WHERE sha256 = $1', [hash])).length > 0
    if (!found) throw pictureNotThere(device)
  }
}

/**
 * Saves the images of /guide. `seen` contains the values the form was loaded with (optimistic lock).
 * @throws CONFLICT somebody else has changed one of them since; BAD_INPUT a broken rule, or an image that doesn't exist
 */
export async function saveGuide(db: Database, actor: StaffActor, { seen, ...given }: GuideChange): Promise<Guide> {
  const saved = await db.transaction(async (tx) => {
    await tx.rows('INSERT INTO guides (id) VALUES (1) ON CONFLICT DO NOTHING')
    const before = await oneRow<Guide>(tx, 'SELECT desktop, mobile, text FROM guides WHERE id = 1 FOR UPDATE')
    const names = Object.keys(before) as (keyof Guide)[]
    if (names.some((name) => seen?.[name] !== undefined && seen[name] !== before[name])) throw changedMeanwhile()
    const after = Object.fromEntries(names.map((name) => [name, given[name] ?? before[name]])) as Guide
    if (names.every((name) => after[name] === before[name])) return before
    refuseBroken(guideRules(after))
    await refuseMissing(tx, after)
    await tx.rows('UPDATE guides SET desktop = $1, mobile = $2, text = $3 WHERE id = 1', [
      after.desktop,
      after.mobile,
      after.text,
    ])
    const subject = { subjectType: 'guide', subjectId: 1 }
    await recordAudit(tx, actor, { action: 'guide.change', ...subject, before, after })
    return after
  })
  dropCached('content')
  return saved
}
