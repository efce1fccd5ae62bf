import { singleton } from '#lib/core/singleton.ts'

const state = () => singleton('draining', () => ({ draining: false }))

/** True once this process is about to end: it still answers requests until its proxy has stopped sending them. */
export const isDraining = (): boolean => state().draining

export function startDraining(): void {
  state().draining = true
}
