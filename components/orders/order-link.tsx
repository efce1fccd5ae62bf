import { withoutUnseen } from '#lib/catalog/rules.ts'
import { linkAddress } from '#lib/orders/rules.ts'

/**
 * What was ordered for, as it was written; it leads where it means to on its service's platform
 * (docs/contract.md#links).
 */
export function OrderLink({ link, platformId }: { readonly link: string; readonly platformId?: number }) {
  return (
    <a
      href={linkAddress(link, platformId)}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="text-main-text no-underline hover:underline"
    >
      {withoutUnseen(link)}
    </a>
  )
}
