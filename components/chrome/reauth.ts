/** Token that proves to later calls that the user has just authenticated again, as returned by POST /auth/reauth. */
export interface ReauthProof {
  readonly token: string
  readonly expiresAt: string
}

/** Asks the user to authenticate again; resolves to null if the user closes the prompt. */
type AskForProof = () => Promise<ReauthProof | null>

let askUser: AskForProof | null = null
let currentProof: ReauthProof | null = null
let pendingAnswer: Promise<ReauthProof | null> | null = null

/**
 * Registers the function by which this page asks the user to authenticate again. Returns a function that unregisters
 * it.
 */
export function registerReauthPrompt(prompt: AskForProof): () => void {
  askUser = prompt
  return () => {
    if (askUser === prompt) askUser = null
  }
}

/** The token of the last proof while it is valid, otherwise null. The proof is stored in memory only. */
export function currentProofToken(now = Date.now()): string | null {
  if (currentProof && Date.parse(currentProof.expiresAt) <= now) currentProof = null
  return currentProof?.token ?? null
}

/**
 * Asks the user to authenticate again and returns the token of the new proof, or null if no prompt is registered or the
 * user closes it. `refused` is the token that the server has not accepted; null if none was sent. Concurrent calls
 * share one prompt.
 */
export async function requestNewProof(refused: string | null): Promise<string | null> {
  const current = currentProofToken()
  // A concurrent call has obtained a new proof meanwhile.
  if (current && current !== refused) return current
  currentProof = null
  pendingAnswer ??= (askUser?.() ?? Promise.resolve(null)).finally(() => {
    pendingAnswer = null
  })
  currentProof = await pendingAnswer
  return currentProof?.token ?? null
}
