import { redirect } from 'next/navigation'

/** Nobody has a screen here (docs/product.md#routes). */
export default function RootPage(): never {
  redirect('/order')
}
