import type { Metadata } from 'next'
import { GuaranteeCard } from '#components/guarantees/guarantee-card.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { guaranteeGroups, guaranteeTexts } from '#lib/guarantees/labels.ts'

export const metadata: Metadata = { title: guaranteeTexts.title, description: guaranteeTexts.hint }

/** Public page: anybody may see it, signed in or not (docs/product.md#routes). */
export default function GuaranteesPage() {
  return (
    <div className="mx-auto grid w-full max-w-text grid-cols-1 gap-4">
      <PageTitle title={guaranteeTexts.title} />
      <p className="text-ink-2">{guaranteeTexts.hint}</p>
      {guaranteeGroups.map((group) => (
        <GuaranteeCard key={group.title} {...group} />
      ))}
      <p className="text-s text-ink-3">{guaranteeTexts.note}</p>
    </div>
  )
}
