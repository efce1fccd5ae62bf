import { SearchX } from 'lucide-react'
import { goneTexts } from '#lib/orders/labels.ts'

/** Notice that the shop doesn't list the product or category in the URL (docs/product.md#order-screen). */
export const GoneNotice = ({ what }: { readonly what: keyof typeof goneTexts }) => (
  <p role="status" className="flex items-start gap-2.5 rounded-card bg-warn-soft px-[18px] py-4 font-semibold text-ink">
    <SearchX size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-warn" />
    {goneTexts[what]}
  </p>
)
