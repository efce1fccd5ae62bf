import { SearchX } from 'lucide'
import { unlistedChoiceTexts } from '#lib/orders/labels.ts'
import { Icon } from '../ui/icon.tsx'

/** Message that the product or category (`what`) in the URL isn't listed (docs/product.md#order-screen). */
export const UnlistedChoiceNotice = ({ what }: { readonly what: keyof typeof unlistedChoiceTexts }) => (
  <p role="status" className="flex items-start gap-2.5 rounded-card bg-warn-soft px-[18px] py-4 font-semibold text-ink">
    <Icon shape={SearchX} size={20} className="mt-0.5 shrink-0 text-warn" />
    {unlistedChoiceTexts[what]}
  </p>
)
