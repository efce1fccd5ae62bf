import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import type { Caller, Role } from '#lib/core/call.ts'
import { type Db, db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { databaseForReads } from '#lib/core/read-replica.ts'
import { tokenCookieName, WROTE_COOKIE } from '#lib/core/session-cookies.ts'
import { holderOfToken, type SessionHolder } from '#lib/sessions/queries.ts'
import { loginUrlFor, REQUEST_TARGET_HEADER } from './page-target.ts'

export type SignedOutViewer = { kind: 'visitor' }
export type Guest = { kind: 'guest' }
export type MemberViewer = { kind: 'member'; caller: Caller }
/**
 * Who looks at a page: somebody signed out (kind 'visitor'), a guest (who looks around without an account) or a
 * signed-in member.
 */
export type Viewer = SignedOutViewer | Guest | MemberViewer

/** The member whose session the browser has; null without one. Looked up once per request. */
const sessionHolder = cache(async (): Promise<SessionHolder | null> => {
  const token = (await cookies()).get(tokenCookieName())?.value
  return token ? holderOfToken(db(), token) : null
})

/**
 * Returns who looks at this page; looked up once per request. A valid token takes precedence over the guest cookie. A
 * restricted member counts as signed out (docs/contract.md#sessions).
 */
export const viewer = cache(async (): Promise<Viewer> => {
  const holder = await sessionHolder()
  if (holder && !holder.restricted) return { kind: 'member', caller: holder.caller }
  return (await cookies()).get('guest')?.value === '1' ? { kind: 'guest' } : { kind: 'visitor' }
})

/** True if the browser has the session of a restricted member, who therefore counts as signed out. */
export const isViewerRestricted = async (): Promise<boolean> => (await sessionHolder())?.restricted === true

type ViewerKind = Viewer['kind']

/**
 * Lets only these kinds of viewers see the page. Redirects all others (307): guests and members to /order, and people
 * who are signed out to the login on /order, which then leads back to the page (docs/product.md#routes).
 */
export async function allow<K extends ViewerKind>(...kinds: K[]): Promise<Extract<Viewer, { kind: K }>> {
  const currentViewer = await viewer()
  if (!kinds.some((kind) => kind === currentViewer.kind)) {
    const target = currentViewer.kind === 'visitor' ? (await headers()).get(REQUEST_TARGET_HEADER) : null
    redirect(target ? loginUrlFor(target) : '/order')
  }
  return currentViewer as Extract<Viewer, { kind: K }>
}

/**
 * Returns the database from which a page reads a history or report: the replica, if there is one. A browser that has
 * just written something gets the primary database, because the replica may not have the change yet.
 */
export async function databaseForHistory(): Promise<Db> {
  return (await cookies()).has(WROTE_COOKIE) ? db() : databaseForReads()
}

const staffRoles: Role[] = ['SUPPORT', 'MANAGER', 'OWNER']

/**
 * Lets only staff see the page and, outside the demo, only after the second factor. Redirects people who are signed out
 * to the login on /order, everybody else to /order (docs/product.md#routes).
 */
export async function allowStaff(): Promise<Caller> {
  const { caller } = await allow('member')
  if (!staffRoles.includes(caller.role) || !(caller.totp || env().DEMO)) redirect('/order')
  return caller
}
