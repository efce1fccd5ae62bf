import { productHref } from '../catalog/product-list.tsx'
import { type DraftOwner, markReturnToDraft, readStoredDraft } from '../orders/stored-draft.ts'

/** The functions of Next's router that go to another page and reload its data. */
interface Router {
  push(href: string): void
  refresh(): void
}

/**
 * After a credit, goes back to the order that the member was typing before he came to charge. Returns false if no such
 * order is stored.
 */
export function returnToDraft(router: Router, owner: DraftOwner): boolean {
  const draft = readStoredDraft(owner)
  if (!draft) return false
  markReturnToDraft()
  router.push(productHref(draft.serviceId))
  router.refresh()
  return true
}
