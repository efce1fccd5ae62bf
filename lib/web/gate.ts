import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import type { Caller, Role } from '#lib/core/call.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { tokenCookieName } from '#lib/core/session-cookies.ts'
import { holderOfToken } from '#lib/sessions/queries.ts'

export type Visitor = { kind: 'visitor' }
export type Guest = { kind: 'guest' }
export type MemberViewer = { kind: 'member'; caller: Caller }
/** The viewer of a page: the session states except 'loading', which a server-rendered page never shows. */
export type Viewer = Visitor | Guest | MemberViewer

/**
 * The viewer of this page, determined once a request. A valid token beats the guest cookie (docs/contract.md#sessions).
 */
export const viewer = cache(async (): Promise<Viewer> => {
  const jar = await cookies()
  const token = jar.get(tokenCookieName())?.value
  const holder = token ? await holderOfToken(db(), token) : null
  if (holder && !holder.restricted) return { kind: 'member', caller: holder.caller }
  return jar.get('guest')?.value === '1' ? { kind: 'guest' } : { kind: 'visitor' }
})

type Kind = Viewer['kind']

/** Lets these kinds of viewer in and sends all others to /order, with a 307 (docs/product.md#routes). */
export async function allow<K extends Kind>(...kinds: K[]): Promise<Extract<Viewer, { kind: K }>> {
  const who = await viewer()
  if (!kinds.some((kind) => kind === who.kind)) redirect('/order')
  return who as Extract<Viewer, { kind: K }>
}

const staff: Role[] = ['SUPPORT', 'MANAGER', 'OWNER']

/**
 * Lets staff in, outside the demo by their second factor alone, and sends everybody else to /order
 * (docs/product.md#routes).
 */
export async function allowStaff(): Promise<Caller> {
  const { caller } = await allow('member')
  if (!staff.includes(caller.role) || !(caller.totp || env().DEMO)) redirect('/order')
  return caller
}
