import { notFound, redirect } from 'next/navigation'

/**
 * Redirects every path without a page to the order page (docs/product.md#routes). A missing file below `/_next` is a
 * 404.
 */
export default async function UnknownPathPage({ params }: PageProps<'/[...path]'>) {
  const { path } = await params
  if (path[0] === '_next') notFound()
  redirect('/order')
}
