'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useSyncExternalStore, useTransition } from 'react'
import { formatCount } from '#lib/money/points.ts'
import { useMoveFocusOnUnmount } from '../ui/lost-focus.ts'
import { toast } from '../ui/toast-store.ts'
import { useNow } from '../ui/use-now.ts'
import { useShortcuts } from '../ui/use-shortcuts.ts'
import { ShortcutButton } from './shortcut-button.tsx'
import {
  finishActs,
  getEndedActCount,
  getPendingActs,
  getServerPendingActs,
  hasUnsentActs,
  holdActs,
  sendActsNow,
  subscribeActs,
  takeBackActs,
  UNDO_MS,
} from './undo-store.ts'

const usePendingActs = () => useSyncExternalStore(subscribeActs, getPendingActs, getServerPendingActs)

/** Ids of the rows that are changed by acts which wait in the undo bar or are being sent. Lists mark these rows. */
export const useIdsOfPendingActs = (): ReadonlySet<number> => new Set(usePendingActs().flatMap(({ ids }) => ids))

/**
 * Reloads the data of the page after acts have ended. Only one reload runs at a time, and the last one follows the last
 * act. If each of fifty approvals started a reload, the reloads would queue up, and the page would show the last
 * outcome much later.
 */
function useRefreshAfterActs() {
  const router = useRouter()
  const [isRefreshing, startRefresh] = useTransition()
  const endedCount = useSyncExternalStore(subscribeActs, getEndedActCount, () => 0)
  const isSending = usePendingActs().some(({ due }) => due === null)
  const refreshedCount = useRef(endedCount)
  useEffect(() => {
    if (isSending || isRefreshing || refreshedCount.current === endedCount) return
    refreshedCount.current = endedCount
    startRefresh(() => router.refresh())
  }, [endedCount, isSending, isRefreshing, router])
}

function takeBack() {
  const count = takeBackActs()
  if (count > 0) toast(`${formatCount(count)}건을 되돌렸어요. 아무것도 바뀌지 않았어요.`)
}

/**
 * Before a link logs staff out, sends the acts that wait or are being sent, and waits until they have ended. Otherwise
 * they would be sent only when the page is closed, which is after the session has ended, and would be refused.
 */
function finishActsBeforeLogout(event: MouseEvent) {
  const link = event.target instanceof Element && event.target.closest('a[href="/logout"]')
  if (!link || getPendingActs().length === 0) return
  event.preventDefault()
  void finishActs().then(() => location.assign('/logout'))
}

/**
 * Bar with the acts that are about to be sent, and a button and a key (Z) by which staff take them back. The layout of
 * the console renders it once. If the tab is closed while an act waits, the browser asks for a confirmation; if staff
 * close the tab anyway, the act is sent. It is also sent before staff are logged out.
 */
export function UndoBar() {
  const unsent = usePendingActs().filter(({ due }) => due !== null)
  useRefreshAfterActs()
  useShortcuts(unsent.length > 0 ? { z: takeBack } : {})
  useEffect(() => {
    const confirmLeaving = (event: BeforeUnloadEvent) => hasUnsentActs() && event.preventDefault()
    addEventListener('beforeunload', confirmLeaving)
    addEventListener('pagehide', sendActsNow)
    document.addEventListener('click', finishActsBeforeLogout, true)
    return () => {
      removeEventListener('beforeunload', confirmLeaving)
      removeEventListener('pagehide', sendActsNow)
      document.removeEventListener('click', finishActsBeforeLogout, true)
      // The bar is unmounted when staff go from the console to a page of the shop; the acts that still wait are then
      // sent.
      sendActsNow()
    }
  }, [])
  const last = unsent.at(-1)
  return (
    <section
      aria-label="되돌릴 수 있는 처리"
      className="pointer-events-none fixed inset-x-4 bottom-[calc(20px+env(safe-area-inset-bottom))] z-50 grid justify-items-center"
    >
      <p role="status" className="sr-only">
        {last && (
          <>
            {`${last.text}. ${last.warning ?? ''} `}
            <span className="touch:hidden">Z를 누르면 되돌려요.</span>
            <span className="hidden touch:inline">되돌리기 버튼을 누르면 되돌려요.</span>
          </>
        )}
      </p>
      {last && (
        <fieldset
          data-undo
          onPointerEnter={() => holdActs(true)}
          onPointerLeave={() => holdActs(false)}
          onFocus={() => holdActs(true)}
          onBlur={() => holdActs(false)}
          className="pointer-events-auto flex w-full max-w-[560px] animate-rise items-center gap-4 rounded-tile bg-ink px-4 py-3 text-card shadow-float"
        >
          <p className="grid min-w-0 flex-1 gap-0.5">
            <b className="font-semibold wrap-anywhere tabular-nums">
              {last.text}
              {unsent.length > 1 && ` (외 ${formatCount(unsent.length - 1)}건)`}
            </b>
            {last.warning && <span className="text-s">{last.warning}</span>}
          </p>
          <SecondsLeft due={last.due ?? 0} />
          <ShortcutButton shortcut="z" size="s" onClick={takeBack}>
            되돌리기
          </ShortcutButton>
        </fieldset>
      )}
    </section>
  )
}

/** Number of seconds until the act is sent; hidden from screen readers, because it changes every second. */
function SecondsLeft({ due }: { readonly due: number }) {
  // This text disappears together with the undo button; if the button is focused, the focus moves to the list.
  useMoveFocusOnUnmount()
  const now = useNow(Math.floor(Date.now() / 1_000))
  const left = Math.min(Math.max(Math.ceil(due / 1_000) - now, 0), UNDO_MS / 1_000)
  return (
    <span aria-hidden="true" className="min-w-7 text-right font-semibold tabular-nums">
      {left}초
    </span>
  )
}
