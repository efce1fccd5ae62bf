// Acts that staff can take back for five seconds: their calls are sent only after that, so that nothing has been written
// when one is taken back. The store outlives a change of the console's page; a page that is closed or reloaded sends what
// still waits.

export const UNDO_MS = 5_000

/** A timer longer than 24 days would fire at once; a held countdown has no end. */
const MAX_TIMER_MS = 60_000

/** An act that waits to be sent, on rows of a list with these ids. */
export interface UndoableAct {
  readonly ids: readonly number[]
  /** What will be done, for example '홍길동 · 50,000원 승인'. */
  readonly text: string
  /** What staff should know before it happens. */
  readonly warning?: string | undefined
  /** Sends the calls. `leaving`: the page is being closed, so all of them have to start at once and outlive it. */
  send(options: { readonly leaving: boolean }): Promise<unknown>
}

interface WaitingAct extends UndoableAct {
  /** When it is sent, in milliseconds; null once its calls are under way. */
  readonly due: number | null
}

let acts: readonly WaitingAct[] = []
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
const noActs: readonly WaitingAct[] = []

function replaceActs(next: readonly WaitingAct[]) {
  acts = next
  clearTimeout(timer)
  const dues = acts.flatMap(({ due }) => due ?? [])
  if (dues.length > 0) timer = setTimeout(sendDue, Math.min(Math.max(Math.min(...dues) - Date.now(), 0), MAX_TIMER_MS))
  for (const listener of listeners) listener()
}

const isUnsent = ({ due }: WaitingAct): boolean => due !== null

function sendActs(ready: readonly WaitingAct[], leaving = false) {
  const sent = ready.map((act) => ({ ...act, due: null }))
  replaceActs([...acts.filter((act) => !ready.includes(act)), ...sent])
  for (const act of sent) void act.send({ leaving }).finally(() => replaceActs(acts.filter((each) => each !== act)))
}

const sendDue = () => sendActs(acts.filter(({ due }) => due !== null && due <= Date.now()))

/** Sends an act in five seconds, unless it is taken back before. */
export function sendLater(act: UndoableAct): void {
  replaceActs([...acts, { ...act, due: Date.now() + UNDO_MS }])
}

/** Takes back all acts that aren't sent yet. Returns their number of rows. */
export function takeBackActs(): number {
  const unsent = acts.filter(isUnsent)
  if (unsent.length > 0) replaceActs(acts.filter((act) => !isUnsent(act)))
  return unsent.reduce((sum, { ids }) => sum + ids.length, 0)
}

/** Stops the countdown while the bar is pointed at or focused; it then starts anew. */
export function holdActs(held: boolean): void {
  const due = held ? Number.MAX_SAFE_INTEGER : Date.now() + UNDO_MS
  if (!acts.some(isUnsent)) return
  replaceActs(acts.map((act) => (isUnsent(act) ? { ...act, due } : act)))
}

/** Sends what still waits, at once: the page is being closed. */
export const sendActsNow = (): void => sendActs(acts.filter(isUnsent), true)

/** True while an act waits that would be lost with the page. */
export const hasUnsentActs = (): boolean => acts.some(isUnsent)

export const waitingActs = (): readonly WaitingAct[] => acts

export const noWaitingActs = (): readonly WaitingAct[] => noActs

export function subscribeActs(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
