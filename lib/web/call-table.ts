import type { Call } from '#lib/core/call.ts'

export type CallMatch = { call: Call } | { allowed: string[] } | null

type PathWithParameters = { calls: Call[]; pattern: RegExp }

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)

/**
 * Makes a function that finds the call for a method and a path. It returns the call, or the allowed methods if only the
 * path matches, or null.
 */
export function callTable(calls: readonly Call[]): (method: string, path: string) => CallMatch {
  const fixed = new Map<string, Call[]>()
  const nodes = new Map<string, PathWithParameters>()
  for (const call of calls) {
    if (!call.path.includes('{')) fixed.set(call.path, [...(fixed.get(call.path) ?? []), call])
    else {
      const node = nodes.get(call.path) ?? { calls: [], pattern: patternOf(call.path) }
      node.calls.push(call)
      nodes.set(call.path, node)
    }
  }
  return (method, path) => {
    const here = fixed.get(path) ?? [...nodes.values()].find((node) => node.pattern.test(path))?.calls
    if (!here) return null
    const call = here.find((each) => each.method === method)
    return call ? { call } : { allowed: here.map((each) => each.method) }
  }
}
