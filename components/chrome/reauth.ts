/** A proof of the password, as POST /auth/reauth gives it. */
export interface Proof {
  readonly token: string
  readonly expiresAt: string
}

type Ask = () => Promise<Proof | null>

let ask: Ask | null = null
let held: Proof | null = null
let asking: Promise<Proof | null> | null = null

/** Whoever can ask for the password says so here; answers how to take that back. */
export function offerToAsk(own: Ask): () => void {
  ask = own
  return () => {
    if (ask === own) ask = null
  }
}

/** The proof that is still valid, held in memory only. */
export function heldProof(now = Date.now()): string | null {
  if (held && Date.parse(held.expiresAt) <= now) held = null
  return held?.token ?? null
}

/** A new proof in place of the refused one, or null where nobody asks or the asked one declines. One question at a time. */
export async function newProof(refused: string | null): Promise<string | null> {
  const other = heldProof()
  // A call beside this one has just brought a proof.
  if (other && other !== refused) return other
  held = null
  asking ??= (ask?.() ?? Promise.resolve(null)).finally(() => {
    asking = null
  })
  held = await asking
  return held?.token ?? null
}
