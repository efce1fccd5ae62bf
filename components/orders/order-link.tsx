import { withoutInvisibleCharactersInLink } from '#lib/catalog/rules.ts'
import { linkUrl } from '#lib/orders/link-url.ts'

/**
 * The link that an order is for, as it was typed but without invisible characters. A handle without an address links to
 * the profile on the service's platform (docs/contract.md#links).
 */
export function OrderLink({ link, platformId }: { readonly link: string; readonly platformId?: number }) {
  return (
    <a
      href={linkUrl(link, platformId)}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="text-main-text no-underline hover:underline"
    >
      {withoutInvisibleCharactersInLink(link)}
    </a>
  )
}
