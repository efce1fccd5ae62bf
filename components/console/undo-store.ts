// Acts, such as an approval, that staff can take back for five seconds. The calls of an act are sent only after that,
// so that nothing has to be undone on the server if staff take it back. Acts continue to wait while staff move between
// pages of the console; when the tab is closed or reloaded, the waiting acts are sent.

/** Milliseconds for which an act can be taken back. */
export const UNDO_MS = 5_000

/**
 * Maximum delay of the timer. Browsers fire a timer of more than 24 days immediately, which would send an act whose
 * countdown is stopped.
 */
const MAX_TIMER_MS = 60_000

/** An act that can be taken back before its calls are sent; `ids` are the rows of the list that it changes. */
export interface UndoableAct {
  readonly ids: readonly number[]
  /** What the act will do, shown while it waits, for example '홍길동 · 50,000원 승인'. */
  readonly text: string
  /** A doubt that staff should consider while the act waits, for example that no deposit was found. */
  readonly warning?: string | undefined
  /** Called when the act is taken back, to select the row of the act again. */
  readonly onTakenBack?: (() => void) | undefined
  /**
   * Sends the calls of the act. `isLeaving`: the page is being closed, so all calls must start at once and complete
   * without the page.
   */
  send(options: { readonly isLeaving: boolean }): Promise<unknown>
}

interface PendingAct extends UndoableAct {
  /** Time at which the calls will be sent, in milliseconds; null once they are under way. */
  readonly due: number | null
}

let acts: readonly PendingAct[] = []
let endedCount = 0
/** Whether the pointer or the focus is on the undo bar. False while the bar isn't shown, because no act waits. */
let isHeld = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
const noActs: readonly PendingAct[] = []

function replaceActs(next: readonly PendingAct[]) {
  acts = next
  // Resets `isHeld` when the bar disappears, because the bar then doesn't report that the pointer or the focus has left
  // it.
  if (!acts.some(isUnsent)) isHeld = false
  clearTimeout(timer)
  const dueTimes = acts.flatMap(({ due }) => due ?? [])
  if (dueTimes.length > 0)
    timer = setTimeout(sendDue, Math.min(Math.max(Math.min(...dueTimes) - Date.now(), 0), MAX_TIMER_MS))
  for (const listener of listeners) listener()
}

function endAct(act: PendingAct) {
  endedCount++
  replaceActs(acts.filter((each) => each !== act))
}

const isUnsent = ({ due }: PendingAct): boolean => due !== null

function sendActs(ready: readonly PendingAct[], isLeaving = false) {
  const sent = ready.map((act) => ({ ...act, due: null }))
  replaceActs([...acts.filter((act) => !ready.includes(act)), ...sent])
  for (const act of sent) void act.send({ isLeaving }).finally(() => endAct(act))
}

const sendDue = () => sendActs(acts.filter(({ due }) => due !== null && due <= Date.now()))

/**
 * The time at which an act is sent if its countdown starts now; while the bar is held, a time that is never reached.
 */
const newDue = (): number => (isHeld ? Number.MAX_SAFE_INTEGER : Date.now() + UNDO_MS)

/**
 * Shows an act in the undo bar and sends it after UNDO_MS, unless staff take it back. While the bar is held
 * (`holdActs`), the countdown of the act doesn't start.
 */
export function sendActLater(act: UndoableAct): void {
  replaceActs([...acts, { ...act, due: newDue() }])
}

/**
 * Drops all acts that are not sent yet, and selects the row of the first of them again. Returns the number of rows that
 * they would have changed.
 */
export function takeBackActs(): number {
  const unsent = acts.filter(isUnsent)
  if (unsent.length > 0) replaceActs(acts.filter((act) => !isUnsent(act)))
  unsent[0]?.onTakenBack?.()
  return unsent.reduce((sum, { ids }) => sum + ids.length, 0)
}

/**
 * Stops the countdown of all waiting acts (`held` true), or starts it again from UNDO_MS (`held` false). The undo bar
 * calls it with true when it gets the pointer or the focus, and with false when it loses them. In between, the
 * countdown of new acts doesn't start. Does nothing if no act waits; once none waits any more, later acts aren't held.
 */
export function holdActs(held: boolean): void {
  if (!acts.some(isUnsent)) return
  isHeld = held
  const due = newDue()
  replaceActs(acts.map((act) => (isUnsent(act) ? { ...act, due } : act)))
}

/** Sends all waiting acts at once, because staff leave the console. */
export const sendActsNow = (): void => sendActs(acts.filter(isUnsent), true)

/** Sends all waiting acts, and resolves when none waits or is being sent any more. */
export function finishActs(): Promise<void> {
  sendActs(acts.filter(isUnsent))
  return new Promise((resolve) => {
    const resolveIfNone = () => {
      if (acts.length > 0) return
      unsubscribe()
      resolve()
    }
    const unsubscribe = subscribeActs(resolveIfNone)
    resolveIfNone()
  })
}

/** Whether an act waits in the undo bar to be sent. */
export const hasUnsentActs = (): boolean => acts.some(isUnsent)

/** The acts that wait or are being sent. */
export const getPendingActs = (): readonly PendingAct[] => acts

/** Number of acts whose calls were sent and have ended. When it rises, the data of the page is out of date. */
export const getEndedActCount = (): number => endedCount

/** The acts during server rendering: none. */
export const getServerPendingActs = (): readonly PendingAct[] => noActs

/** Calls `listener` whenever the acts that wait or are being sent change. Returns a function that ends this. */
export function subscribeActs(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
