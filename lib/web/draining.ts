import { singleton } from '#lib/core/singleton.ts'

const drainState = () => singleton('draining', () => ({ draining: false }))

/** True once this process is about to end. It still answers requests until its proxy has stopped sending them. */
export const isDraining = (): boolean => drainState().draining

/** Marks this process as about to end (`isDraining`). */
export function startDraining(): void {
  drainState().draining = true
}
