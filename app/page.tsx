import { redirect } from 'next/navigation'

/** `/` leads to the order screen for everybody, signed in or not (docs/product.md#routes). */
export default function RootPage(): never {
  redirect('/order')
}
