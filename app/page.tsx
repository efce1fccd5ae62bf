import { redirect } from 'next/navigation'

/** Redirects `/` to the order screen for everybody, signed in or not (docs/product.md#routes). */
export default function RootPage(): never {
  redirect('/order')
}
