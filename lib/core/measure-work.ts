import { singleton } from './singleton.ts'

/**
 * A piece of work whose time is measured. `operation`, `to` and `name` become labels of metrics: each has few possible
 * values and never identifies anyone (no id of a person, no address, no path with its values).
 * - query: one SQL statement. `operation` is its first word, `text` the statement, for traces only.
 * - outgoing: one request to another server. `to` is the kind of server, such as `provider`.
 * - job: one run of a job or loop of the worker. `name` is its name.
 */
export type Work =
  | { kind: 'query'; operation: string; text: string }
  | { kind: 'outgoing'; to: string }
  | { kind: 'job'; name: string }

export type WorkObserver = <T>(work: Work, run: () => Promise<T>) => Promise<T>

const observers = () => singleton('work-observers', () => [] as WorkObserver[])

/**
 * Registers `observer` for all work of this process from now on. It is called around each piece of work, must call
 * `run`, and must return the value that `run` returns. Several observers are nested.
 */
export const observeWork = (observer: WorkObserver): void => void observers().push(observer)

/** True if there is an observer. Without one, callers of `measureWork` can skip building the `Work`. */
export const isWorkObserved = (): boolean => observers().length > 0

/** Runs a piece of work, observed by metrics and traces if they are switched on. */
export function measureWork<T>(work: Work, run: () => Promise<T>): Promise<T> {
  const all = observers()
  if (all.length === 0) return run()
  return all.reduce<() => Promise<T>>((inner, observe) => () => observe(work, inner), run)()
}
