import { redirect } from 'next/navigation'

/** The root has no screen of its own for any viewer (docs/product.md#routes). */
export default function RootPage(): never {
  redirect('/order')
}
