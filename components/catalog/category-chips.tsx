import type { Category, Platform } from '#lib/catalog/queries.ts'
import { chipClass, chipOffClass } from '../ui/choice.tsx'
import { cx } from '../ui/class-names.ts'
import { ChoiceLinks } from './choice-links.tsx'

const noPlatformText = '아직 주문할 수 있는 상품이 없어요. 준비되면 여기에 보여요.'

/** Step 1 of the order form: the categories of the selected platform; none if the shop has no platform yet. */
export function CategoryChips({
  platform,
  categories,
  chosen,
}: {
  readonly platform: Platform | null
  readonly categories: readonly Category[]
  readonly chosen: Category | null
}) {
  if (categories.length === 0)
    return <p className="text-ink-3">{platform ? '이 플랫폼의 상품은 준비 중이에요.' : noPlatformText}</p>
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
