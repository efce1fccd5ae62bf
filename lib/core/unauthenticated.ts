import { AppError } from './errors.ts'
import { messages } from './pipeline-messages.ts'

/** Refuses a call whose caller isn't signed in, or whose account was deleted while the call was running. */
export const unauthenticated = (): AppError => new AppError('UNAUTHENTICATED', messages.unauthenticated)
