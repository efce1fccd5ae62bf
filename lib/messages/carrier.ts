import type { Channel } from './labels.ts'
import type { Outcome } from './rules.ts'

/** A message in the clear, about to be handed over. */
export type Letter = { id: number; to: string; subject: string; body: string }

/** Hands a message over to who delivers it and tells what became of that. */
export type Carrier = (letter: Letter) => Promise<Outcome>

/** A channel without a carrier leaves its messages in the outbox, for staff to read (decisions 9). */
export type Carriers = Partial<Record<Channel, Carrier>>
