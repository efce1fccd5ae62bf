import { env } from '../env.ts'

/** Matches the names of singletons whose values are derived from secrets. */
const derivedValues = /^(keys:|hmac:|push-vapid-|tokens$|public-sandbox-key$)/

/** Makes this process behave as if it had been started with these secrets: it derives all its keys again. */
export function startWithSecrets(AUTH_SECRET: string, AUTH_SECRET_FALLBACKS: string[] = [], SEAL_KEYS: string[] = []) {
  Object.assign(env(), { AUTH_SECRET, AUTH_SECRET_FALLBACKS, SEAL_KEYS })
  const { shopSingletons = new Map<string, unknown>() } = globalThis as { shopSingletons?: Map<string, unknown> }
  for (const name of shopSingletons.keys()) if (derivedValues.test(name)) shopSingletons.delete(name)
}
