'use client'

import type { ComponentProps } from 'react'
import { Button } from '../ui/button.tsx'

// The guest cookie marks a browser whose user looks at the members' screens without an account. It lasts until the
// browser is closed, and scripts can read it (docs/contract.md#sessions). To start or end the guest mode, the whole
// page is loaded anew, because every layout must be rendered for the new kind of viewer.

/** Button that starts the guest mode (둘러보기), in which the user looks at the members' screens without an account. */
export function StartGuestModeButton(props: Omit<ComponentProps<typeof Button>, 'onClick' | 'children'>) {
  const enter = () => {
    setGuestCookie('guest=1; path=/; samesite=lax')
    location.assign('/order')
  }
  return (
    <Button {...props} onClick={enter}>
      둘러보기
    </Button>
  )
}

/** Link to sign in or sign up that also ends the guest mode. */
export function LeaveGuestModeLink({ href, ...rest }: ComponentProps<'a'>) {
  return <a {...rest} href={href} onClick={() => setGuestCookie('guest=; path=/; max-age=0; samesite=lax')} />
}

function setGuestCookie(cookie: string) {
  // Uses `document.cookie`, because the Cookie Store API needs a secure context, and a new shop is often first opened
  // over http.
  document.cookie = location.protocol === 'https:' ? `${cookie}; secure` : cookie
}
