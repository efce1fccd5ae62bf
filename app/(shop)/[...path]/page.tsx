import { notFound, redirect } from 'next/navigation'

/** Any path without a page redirects to the order screen (docs/product.md#routes), but a missing build file is a 404. */
export default async function AnyOtherPath({ params }: PageProps<'/[...path]'>) {
  const { path } = await params
  if (path[0] === '_next') notFound()
  redirect('/order')
}
