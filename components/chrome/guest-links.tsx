'use client'

import type { ComponentProps } from 'react'
import { Button } from '../ui/button.tsx'

// The guest's cookie lives as long as the browser and is readable by script (docs/contract.md#sessions). Both ways load
// the page afresh: every layout must be rendered for the new kind of viewer.

/** 둘러보기: the screens of a member without being one. */
export function LookAround(props: Omit<ComponentProps<typeof Button>, 'onClick' | 'children'>) {
  const enter = () => {
    setCookie('guest=1; path=/; samesite=lax')
    location.assign('/order')
  }
  return (
    <Button {...props} onClick={enter}>
      둘러보기
    </Button>
  )
}

/** A link out of the guest's session, to sign in or up. */
export function LeaveGuestLink({ href, ...rest }: ComponentProps<'a'>) {
  return <a {...rest} href={href} onClick={() => setCookie('guest=; path=/; max-age=0; samesite=lax')} />
}

function setCookie(cookie: string) {
  // `document.cookie`, not the Cookie Store API: that needs a secure context, and a new shop is often first opened over
  // http.
  document.cookie = location.protocol === 'https:' ? `${cookie}; secure` : cookie
}
