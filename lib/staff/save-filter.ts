import { AppError } from '#lib/core/errors.ts'
import { refuseBroken } from '#lib/core/form-errors.ts'
import { messages } from '#lib/core/pipeline-messages.ts'
import { lockName, prisma, prismaTransaction } from '#lib/core/prisma.ts'
import { savedFilterRules, tooManySavedFilters } from './errors.ts'
import { MAX_SAVED_FILTERS } from './rules.ts'
import type { SavedFilter, SavedFilterInput } from './schema.ts'

/**
 * Saves the current filters of a list under a name. Overwrites a saved filter of this list with the same name. A
 * member's saves run one after the other, so that concurrent saves can't exceed the limit.
 * @throws BAD_INPUT the first failed check; CONFLICT the member has MAX_SAVED_FILTERS saved filters for this list
 */
export function saveFilter(memberId: number, input: SavedFilterInput): Promise<SavedFilter> {
  refuseBroken(savedFilterRules(input))
  const { page, name, query } = input
  return prismaTransaction(async (tx) => {
    await lockName(tx, `saved filters ${memberId}`)
    const others = await tx.savedFilter.count({ where: { memberId, page, name: { not: name } } })
    if (others >= MAX_SAVED_FILTERS) throw tooManySavedFilters()
    return tx.savedFilter.upsert({
      where: { memberId_page_name: { memberId, page, name } },
      create: { memberId, page, name, query },
      update: { query },
      select: { id: true, page: true, name: true, query: true },
    })
  })
}

/** Deletes one of the member's saved filters. @throws NOT_FOUND */
export async function deleteSavedFilter(memberId: number, id: number): Promise<void> {
  const { count } = await prisma().savedFilter.deleteMany({ where: { id, memberId } })
  if (count === 0) throw new AppError('NOT_FOUND', messages.notFound)
}
