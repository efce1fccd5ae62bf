/** Proof of a re-authentication, as POST /auth/reauth returns it. */
export interface Proof {
  readonly token: string
  readonly expiresAt: string
}

type Ask = () => Promise<Proof | null>

let ask: Ask | null = null
let held: Proof | null = null
let asking: Promise<Proof | null> | null = null

/** Registers the function that asks the user for a proof; returns a function that unregisters it. */
export function offerToAsk(own: Ask): () => void {
  ask = own
  return () => {
    if (ask === own) ask = null
  }
}

/** The proof's token while it is valid, else null. Kept in memory only. */
export function heldProof(now = Date.now()): string | null {
  if (held && Date.parse(held.expiresAt) <= now) held = null
  return held?.token ?? null
}

/**
 * Obtains a proof to replace the refused one; null if no prompt is registered or the user closes it. Concurrent calls
 * share one prompt.
 */
export async function newProof(refused: string | null): Promise<string | null> {
  const other = heldProof()
  // A concurrent call has just obtained a proof.
  if (other && other !== refused) return other
  held = null
  asking ??= (ask?.() ?? Promise.resolve(null)).finally(() => {
    asking = null
  })
  held = await asking
  return held?.token ?? null
}
