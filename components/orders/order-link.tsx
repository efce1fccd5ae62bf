import { withoutInvisibleInLink } from '#lib/catalog/rules.ts'
import { linkAddress } from '#lib/orders/rules.ts'

/**
 * The link of an order, shown as it was typed; the address is resolved for the service's platform
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
      {withoutInvisibleInLink(link)}
    </a>
  )
}
