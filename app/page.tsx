import { redirect } from 'next/navigation'

/** Nobody has a screen here (decisions 7). */
export default function RootPage(): never {
  redirect('/order')
}
