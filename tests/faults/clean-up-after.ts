import { cleanUp, type Remains } from './clean-up.ts'

// Started by a fleet, with what it leaves as an argument. Its standard input ends when the fleet's process ends, however
// that happens: killed after a timeout it could clean up nothing itself, and PostgreSQL would run on.
process.stdin.resume()
process.stdin.once('end', () => {
  cleanUp(JSON.parse(process.argv[2] ?? '') as Remains)
  process.exit(0)
})
