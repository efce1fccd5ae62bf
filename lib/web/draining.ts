import { singleton } from '#lib/core/singleton.ts'

const state = () => singleton('draining', () => ({ draining: false }))

/** True when this process is about to end and still answers what it gets, while a proxy stops sending it requests. */
export const isDraining = (): boolean => state().draining

export function startDraining(): void {
  state().draining = true
}
