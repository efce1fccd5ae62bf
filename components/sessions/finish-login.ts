import { loginMessages } from '#lib/sessions/errors.ts'
import { markReturnToDraft } from '../orders/stored-draft.ts'
import { toast, toastOnNextPage } from '../ui/toast-store.ts'
import { forgetChallenge } from './challenge.ts'

/** What happens after a login: `onLoggedIn` is called or, if it is missing, the browser goes to the path `next`. */
export interface AfterLogin {
  readonly next: string
  readonly onLoggedIn?: (() => void) | undefined
}

/**
 * Called after every login (by password, code, Naver or Kakao). Calls `onLoggedIn`. If it is missing, goes to `next` by
 * loading the whole page, because every layout must be rendered for the member.
 */
export function finishLogin({ next, onLoggedIn }: AfterLogin) {
  forgetChallenge()
  if (onLoggedIn) {
    toast(loginMessages.done, { tone: 'good' })
    return onLoggedIn()
  }
  toastOnNextPage(loginMessages.done, { tone: 'good' })
  markReturnToDraft()
  location.assign(next)
}
