import type { Category } from '#lib/catalog/queries.ts'
import { chipClass, chipOffClass } from '../ui/choice.tsx'
import { cx } from '../ui/class-names.ts'
import { ChoiceLinks } from './choice-links.tsx'

/** Step 1 of the order form: the categories of the selected platform. */
export function CategoryChips({
  categories,
  chosen,
}: {
  readonly categories: readonly Category[]
  readonly chosen: Category | null
}) {
  if (categories.length === 0) return <p className="text-ink-3">이 플랫폼의 상품은 준비 중이에요.</p>
  return (
    <ChoiceLinks
      label="서비스"
      chosen={chosen?.id}
      choices={categories.map(({ id, text }) => ({ id, href: `/order?category=${id}`, content: text }))}
      className="flex flex-wrap gap-1.5"
      itemClassName={cx(
        chipClass,
        chipOffClass,
        'aria-checked:bg-ink aria-checked:text-card aria-checked:hover:bg-ink',
      )}
    />
  )
}
