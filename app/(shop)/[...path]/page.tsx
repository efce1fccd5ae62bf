import { redirect } from 'next/navigation'

/** Any path that is no screen goes to the order screen (spec 2, decisions 7). */
export default function AnyOtherPath(): never {
  redirect('/order')
}
