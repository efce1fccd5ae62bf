import type { Call } from '#lib/core/call.ts'

/**
 * `call`: the call for a method and a path. `allowed`: the methods of the path's calls, if none has the requested
 * method. Null: no call has this path.
 */
export type CallMatch = { call: Call } | { allowed: string[] } | null

type PathWithParameters = { calls: Call[]; pattern: RegExp }

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)

/**
 * Makes a function that finds the call for a method and a path. A path without parameters takes precedence.
 */
export function makeCallFinder(calls: readonly Call[]): (method: string, path: string) => CallMatch {
  const withoutParameters = new Map<string, Call[]>()
  const withParameters = new Map<string, PathWithParameters>()
  for (const call of calls) {
    if (!call.path.includes('{')) withoutParameters.set(call.path, [...(withoutParameters.get(call.path) ?? []), call])
    else {
      const entry = withParameters.get(call.path) ?? { calls: [], pattern: patternOf(call.path) }
      entry.calls.push(call)
      withParameters.set(call.path, entry)
    }
  }
  return (method, path) => {
    const callsAtPath =
      withoutParameters.get(path) ?? [...withParameters.values()].find((entry) => entry.pattern.test(path))?.calls
    if (!callsAtPath) return null
    const call = callsAtPath.find((each) => each.method === method)
    return call ? { call } : { allowed: callsAtPath.map((each) => each.method) }
  }
}
