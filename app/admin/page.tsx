import { redirect } from 'next/navigation'
import { allowStaff } from '#lib/web/gate.ts'

export default async function AdminPage() {
  await allowStaff()
  redirect('/admin/charges')
}
