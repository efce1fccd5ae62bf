/** A page with one paragraph, rendered for each request: `npm run prove -- pages` compares the shop's pages with it. */
export default function EmptyPage() {
  return <p>empty</p>
}

export const dynamic = 'force-dynamic'
