import { notFound, redirect } from 'next/navigation'

/**
 * Any path that is no screen goes to the order screen (docs/product.md#routes); a script of an old build is just gone.
 */
export default async function AnyOtherPath({ params }: PageProps<'/[...path]'>) {
  const { path } = await params
  if (path[0] === '_next') notFound()
  redirect('/order')
}
