import { SearchX } from 'lucide'
import { unlistedChoiceTexts } from '#lib/orders/labels.ts'
import { OrderScreenNotice } from './order-screen-notice.tsx'

/** Message that the product or category (`what`) in the URL isn't listed (docs/product.md#order-screen). */
export const UnlistedChoiceNotice = ({ what }: { readonly what: keyof typeof unlistedChoiceTexts }) => (
  <OrderScreenNotice icon={SearchX} text={unlistedChoiceTexts[what]} />
)
