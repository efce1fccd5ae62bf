import type { StaffActor } from '#lib/audit/actor.ts'
import { recordAuditByPrisma } from '#lib/audit/record-audit.ts'
import { dropCached } from '#lib/core/cache.ts'
import { refuseBroken } from '#lib/core/form-errors.ts'
import { lockRows, type PrismaTx, prismaTransaction } from '#lib/core/prisma.ts'
import { changedMeanwhile } from '#lib/editable-lists/errors.ts'
import { imageNotUploaded } from './errors.ts'
import { guideRules } from './rules.ts'
import type { Guide, GuideChange } from './schema.ts'

async function refuseMissingImages(tx: PrismaTx, guide: Guide): Promise<void> {
  for (const device of ['desktop', 'mobile'] as const) {
    const sha256 = guide[device].replace('/assets/', '')
    const found = sha256 === '' || (await tx.asset.count({ where: { sha256 } })) > 0
    if (!found) throw imageNotUploaded(device)
  }
}

/** Locks and returns the only row of the guide; creates it if staff have never saved one. */
async function lockGuide(tx: PrismaTx): Promise<Guide> {
  await tx.guide.createMany({ data: { id: 1 }, skipDuplicates: true })
  await lockRows(tx, 'guides', [1])
  return tx.guide.findUniqueOrThrow({ where: { id: 1 }, omit: { id: true } })
}

/**
 * Saves the images of /guide and their text alternative. `seen` contains the values with which the form was loaded
 * (optimistic lock).
 * @throws CONFLICT somebody else has changed one of these values since; BAD_INPUT a broken rule, or an image that
 * doesn't exist
 */
export async function saveGuide(actor: StaffActor, { seen, ...changes }: GuideChange): Promise<Guide> {
  const saved = await prismaTransaction(async (tx) => {
    const before = await lockGuide(tx)
    const names = Object.keys(before) as (keyof Guide)[]
    if (names.some((name) => seen?.[name] !== undefined && seen[name] !== before[name])) throw changedMeanwhile()
    const after = Object.fromEntries(names.map((name) => [name, changes[name] ?? before[name]])) as Guide
    if (names.every((name) => after[name] === before[name])) return before
    refuseBroken(guideRules(after))
    await refuseMissingImages(tx, after)
    await tx.guide.update({ where: { id: 1 }, data: after })
    const subject = { subjectType: 'guide', subjectId: 1 }
    await recordAuditByPrisma(tx, actor, { action: 'guide.change', ...subject, before, after })
    return after
  })
  dropCached('content')
  return saved
}
